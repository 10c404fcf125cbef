// The assembly reads a shared array by an operand that says which.
#include <cuda_pipeline_primitives.h>

#define T 128

__global__ void __launch_bounds__(T) k(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(16) float other[4], kp_s[2][T];
    const int t = threadIdx.x;
    float sum = 0.0f;

    if (t < 4)
        other[t] = y[t];
    // kpipe: s in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 128 && reinterpret_cast<size_t>(x) % 16 == 0;
    static_assert(T == 128, "kpipe: T has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int i, int kp_stage) __attribute__((always_inline)) {
            auto &s = kp_s[kp_stage];
            {
                const unsigned int kp_v = threadIdx.x;
                if (kp_v < 32 && __activemask()) { // true: to keep a branch
                    const unsigned int kp_x = kp_v * 4;
                    const int t = kp_x;
                    __pipeline_memcpy_async(&s[t], &x[i + t], sizeof(float4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &s = kp_s[kp_stage];
            float v;
            asm volatile("ld.shared.f32 %0, [%1];" : "=f"(v) : "r"((unsigned)__cvta_generic_to_shared(other)));
            sum += v + s[T - 1 - t];
        };
        {
            int i = 0;
            if (i < n) {
                int kp_stage = 0;
                kp_load(i, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (i += T; i < n; i += T) {
                    kp_load(i, kp_stage ^ 1);
                    kp_compute(kp_stage);
                    __pipeline_wait_prior(0);
                    __syncthreads();
                    kp_stage ^= 1;
                }
                kp_compute(kp_stage);
            }
        }
    } else { // kpipe: as written
        auto &s = kp_s[0];
        for (int i = 0; i < n; i += T) {
            float v;

            s[t] = x[i + t];
            __syncthreads();
            asm volatile("ld.shared.f32 %0, [%1];" : "=f"(v) : "r"((unsigned)__cvta_generic_to_shared(other)));
            sum += v + s[T - 1 - t];
            __syncthreads();
        }
    }
    y[blockIdx.x * T + t] = sum;
}
