// kpipe: --copies-only
// What the branch jumps over is in the same statement: all threads go on.
#define T 128
__global__ void __launch_bounds__(T) sums(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float s[T];
    float sum = 0.0f;
    int u = threadIdx.x;
    asm volatile("{ .reg .pred p; setp.lt.s32 p, %0, 16; @p bra L%=; add.s32 %0, %0, 1; L%=: }" : "+r"(u));
    sum = u;
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
