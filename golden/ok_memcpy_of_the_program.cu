// The program's own function of that name does something else.
namespace twice {
__device__ void memcpy(float *to, const float *from, int n)
{
    for (int i = 0; i < n; ++i)
        to[i] = from[i] * 2.0f;
}
} // namespace twice
using twice::memcpy;

__global__ void __launch_bounds__(64) sums(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[64];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 64) {
        memcpy(&xs[t], &x[k + t], 1);
        __syncthreads();
        for (int j = 0; j < 64; ++j)
            sum += xs[(j + t) % 64] * j;
        __syncthreads();
    }
    y[blockIdx.x * 64 + t] = sum;
}
