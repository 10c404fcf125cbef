// begin() and end() are calls.
struct row {
    const float *b, *e;
    __device__ const float *begin() const { return b; }
    __device__ const float *end() const { return e; }
};
__global__ void gemv(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        row r{xs, xs + 128};
        for (float v : r)
            sum += v;
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
