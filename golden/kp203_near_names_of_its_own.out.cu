// The register s is none of the array, nor is the label.
#define T 128
// kpipe 0.1.0: pipelined as kp_pipelined::sums (launches that this file does not show still come here)
__global__ void __launch_bounds__(T) sums(const float *__restrict__ x, float *__restrict__ y, int n)
{
    extern __shared__ float s[];
    float sum = 0.0f;
    for (int k = 0; k < n; k += T) {
        s[threadIdx.x] = x[k + threadIdx.x];
        __syncthreads();
        asm volatile("{ .reg .f32 s, r<2>; .reg .pred x; mov.f32 s, %0; add.f32 r1, s, s;"
                     "setp.lt.f32 x, r1, 0f00000000; @x bra NEXT; mov.f32 %0, r1; NEXT: }" : "+f"(sum));
        for (int j = 16; j < T; ++j)
            sum += s[j] * (j + threadIdx.x);
        __syncthreads();
    }
    y[blockIdx.x * T + threadIdx.x] = sum;
}

namespace kp_pipelined
{
static __global__ void __launch_bounds__(T) sums(const float *__restrict__ x, float *__restrict__ y, int n)
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
        asm volatile("{ .reg .f32 s, r<2>; .reg .pred x; mov.f32 s, %0; add.f32 r1, s, s;"
                     "setp.lt.f32 x, r1, 0f00000000; @x bra NEXT; mov.f32 %0, r1; NEXT: }" : "+f"(sum));
        for (int j = 16; j < T; ++j)
            sum += s[j] * (j + threadIdx.x);
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
void run(const float *x, float *y, int n) { kp_pipelined::sums<<<n / T, T, 2 * (T * sizeof(float))>>>(x, y, n); }
