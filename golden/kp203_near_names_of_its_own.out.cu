// The register s is none of the array, nor is the label.
#include <cuda_pipeline_primitives.h>

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
    // kpipe: s in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 128 && reinterpret_cast<size_t>(s) % 16 == 0 &&
        reinterpret_cast<size_t>(x) % 16 == 0;
    static_assert(T == 128, "kpipe: T has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        unsigned kp_stride; // bytes of one stage
        asm("mov.u32 %0, %%dynamic_smem_size;" : "=r"(kp_stride));
        kp_stride = kp_stride / 2 / 128 * 128;
        auto kp_s = s;
        auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto s = (decltype(kp_s))((char *)kp_s + kp_stage * kp_stride);
            {
                const unsigned int kp_v = threadIdx.x;
                if (kp_v < 32 && __activemask()) { // true: to keep a branch
                    const unsigned int kp_x = kp_v * 4;
                    __pipeline_memcpy_async(&s[kp_x], &x[k + kp_x], sizeof(float4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto s = (decltype(kp_s))((char *)kp_s + kp_stage * kp_stride);
            asm volatile("{ .reg .f32 s, r<2>; .reg .pred x; mov.f32 s, %0; add.f32 r1, s, s;"
                         "setp.lt.f32 x, r1, 0f00000000; @x bra NEXT; mov.f32 %0, r1; NEXT: }" : "+f"(sum));
            for (int j = 16; j < T; ++j)
                sum += s[j] * (j + threadIdx.x);
        };
        {
            int k = 0;
            if (k < n) {
                int kp_stage = 0;
                kp_load(k, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (k += T; k < n; k += T) {
                    kp_load(k, kp_stage ^ 1);
                    kp_compute(kp_stage);
                    __pipeline_wait_prior(0);
                    __syncthreads();
                    kp_stage ^= 1;
                }
                kp_compute(kp_stage);
            }
        }
    } else { // kpipe: as written
        for (int k = 0; k < n; k += T) {
            s[threadIdx.x] = x[k + threadIdx.x];
            __syncthreads();
            asm volatile("{ .reg .f32 s, r<2>; .reg .pred x; mov.f32 s, %0; add.f32 r1, s, s;"
                         "setp.lt.f32 x, r1, 0f00000000; @x bra NEXT; mov.f32 %0, r1; NEXT: }" : "+f"(sum));
            for (int j = 16; j < T; ++j)
                sum += s[j] * (j + threadIdx.x);
            __syncthreads();
        }
    }
    y[blockIdx.x * T + threadIdx.x] = sum;
}
} // namespace kp_pipelined
void run(const float *x, float *y, int n) { kp_pipelined::sums<<<n / T, T, 2 * (T * sizeof(float))>>>(x, y, n); }
