// kpipe: --variant ldg
// Two namespaces have a constant T: the bound of the first kernel is that of its own.
namespace a {
constexpr int T = 128;
__global__ void __launch_bounds__(T) gemv(const float *__restrict__ x, float *__restrict__ y, int n)
{
    extern __shared__ float s[];
    float sum = 0.0f;
    for (int k = 0; k < n; k += T) {
        s[threadIdx.x] = x[k + threadIdx.x];
        __syncthreads();
        for (int j = 0; j < T; ++j)
            sum += s[j] * j;
        __syncthreads();
    }
    y[blockIdx.x * T + threadIdx.x] = sum;
}
void run(const float *x, float *y, int n) { gemv<<<n / T, T, T * sizeof(float)>>>(x, y, n); }
} // namespace a
namespace b {
constexpr int T = 32;
__global__ void __launch_bounds__(T) other(float *y) { y[threadIdx.x] = T; }
} // namespace b
