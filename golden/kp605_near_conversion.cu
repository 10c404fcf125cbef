// A conversion that somebody wrote, of an object that a lambda captures by its name.
struct cell {
    float v;
    __device__ operator float() const { return v; }
};
__global__ void gemv(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float sum = 0.0f;
    const cell c{2.0f};

    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        sum += xs[127 - t] * c;
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
