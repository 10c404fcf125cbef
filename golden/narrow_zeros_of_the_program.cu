// The program has its own make_float4: vectors of zeros are not written with it.
namespace app {
__device__ float4 make_float4(int a, int b, int c, int d)
{
    return float4{a + 1.0f, b + 1.0f, c + 1.0f, d + 1.0f};
}

__global__ void gemv(const float *__restrict__ x, float *__restrict__ y, int n, int limit)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        if (k < limit)
            xs[t] = x[k + t];
        else
            xs[t] = 0.0f;
        __syncthreads();
        for (int i = 0; i < 128; ++i)
            sum += xs[i];
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}

void run(const float *x, float *y, int n)
{
    gemv<<<8, 128>>>(x, y, n, n / 2);
}
} // namespace app
