// A constructor that takes what it is given.
struct cell {
    float v, w;
    __device__ cell(float a) : v(a), w(2) {}
};
__global__ void gemv(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float sum = 0.0f;
    cell c(3.0f);

    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        sum += xs[127 - t] * c.v;
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
