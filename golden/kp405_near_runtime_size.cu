// The launch knows the size at run time only: there it chooses between the kernel and its twin.
namespace app
{
template <typename T>
__global__ void __launch_bounds__(128)
    gemv(const T *__restrict__ A, const T *__restrict__ x, T *__restrict__ y, int n)
{
    extern __shared__ float xs[];
    const int t = threadIdx.x;
    const int row = blockIdx.x * 128 + t;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += A[(k + j) * n + row] * xs[j];
        __syncthreads();
    }
    y[row] = sum;
}
} // namespace app

void launch_gemv(const float *A, const float *x, float *y, int n, int threads)
{
    if (n > 0)
        app::gemv<float><<<n / 128, threads, threads * sizeof(float)>>>(A, x, y, n);
}
