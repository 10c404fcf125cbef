// kpipe: --variant ldg
// As trap_bounds_of_a_macro_that_changes, but T is 128 again: what it is does not depend on the place.
#define T 128
// kpipe 0.1.0: pipelined as kp_pipelined::gemv (launches that this file does not show still come here)
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

namespace kp_pipelined
{
static __global__ void __launch_bounds__(T) gemv(const float *__restrict__ x, float *__restrict__ y, int n)
{
    extern __shared__ float s[];
    float sum = 0.0f;
    static_assert(T == 128, "kpipe: T has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    unsigned kp_stride; // bytes of one stage
    asm("mov.u32 %0, %%dynamic_smem_size;" : "=r"(kp_stride));
    kp_stride = kp_stride / 2 / 128 * 128;
    auto kp_s = s;
    float kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = x[k + threadIdx.x];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto s = (decltype(kp_s))((char *)kp_s + kp_stage * kp_stride);
        for (int j = 0; j < T; ++j)
            sum += s[j] * j;
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto s = (decltype(kp_s))((char *)kp_s + kp_stage * kp_stride);
        s[threadIdx.x] = kp_r0;
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            for (k += T; k < n; k += T) {
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    y[blockIdx.x * T + threadIdx.x] = sum;
}
} // namespace kp_pipelined
void run(const float *x, float *y, int n) { kp_pipelined::gemv<<<n / T, T, 2 * (T * sizeof(float))>>>(x, y, n); }
#undef T
#define T 128
__global__ void other(float *y) { y[threadIdx.x] = T; }
