// Other names, or the same type again.
namespace app {
typedef double vector4;
typedef unsigned long size_t;

__global__ void gemv(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        for (int i = 0; i < 128; ++i)
            sum += xs[i];
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}

__global__ void tested(const float *x, float *out, float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        for (unsigned i = t; i < (unsigned)n; i += 128)
            xs[i % 128] = x[i];
        __syncthreads();
        for (int i = 0; i < 128; ++i)
            sum += xs[i];
        out[n + k + t] = sum;
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}

void run(const float *x, float *out, float *y, int n)
{
    gemv<<<8, 128>>>(x, y, n);
    tested<<<8, 128>>>(x, out, y, n);
}
} // namespace app
