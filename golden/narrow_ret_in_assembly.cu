// kpipe: --copies-only
// In a kernel, ret ends the thread, as exit does.
#define T 128
__global__ void __launch_bounds__(T) sums(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float s[T];
    float sum = 0.0f;
    asm volatile("{ .reg .pred p; setp.lt.u32 p, %0, 16; @p ret; }" ::"r"(threadIdx.x));
    for (int k = 0; k < n; k += T) {
        s[threadIdx.x] = x[k + threadIdx.x];
        __syncthreads();
        for (int j = 16; j < T; ++j)
            sum += s[j] * (j + threadIdx.x);
        __syncthreads();
    }
    y[blockIdx.x * T + threadIdx.x] = sum;
}
void run(const float *x, float *y, int n) { sums<<<n / T, T>>>(x, y, n); }
