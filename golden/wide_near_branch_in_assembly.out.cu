// kpipe: --copies-only
// What the branch jumps over is in the same statement: all threads go on.
#define T 128
__global__ void __launch_bounds__(T) sums(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(16) float s[T];
    float sum = 0.0f;
    int u = threadIdx.x;
    asm volatile("{ .reg .pred p; setp.lt.s32 p, %0, 16; @p bra L%=; add.s32 %0, %0, 1; L%=: }" : "+r"(u));
    sum = u;
    static_assert(T == 128, "kpipe: T has changed: run kpipe again");
    // kpipe: s in copies of 16 bytes where these hold, else as written
    const bool kp_wide = blockDim.x == 128 && reinterpret_cast<size_t>(x) % 16 == 0;
    for (int k = 0; k < n; k += T) {
        if (kp_wide) {
            const unsigned int kp_v = threadIdx.x;
            if (kp_v < 32 && __activemask()) { // true: to keep a branch
                const unsigned int kp_x = kp_v * 4;
                *reinterpret_cast<float4 *>(&s[kp_x]) = *reinterpret_cast<const float4 *>(&x[k + kp_x]);
            }
        } else
            s[threadIdx.x] = x[k + threadIdx.x];
        __syncthreads();
        for (int j = 16; j < T; ++j)
            sum += s[j] * (j + threadIdx.x);
        __syncthreads();
    }
    y[blockIdx.x * T + threadIdx.x] = sum;
}
void run(const float *x, float *y, int n) { sums<<<n / T, T>>>(x, y, n); }
