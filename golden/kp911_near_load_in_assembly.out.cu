// kpipe: --layout auto
// One instruction says how much it reads.
#include <cuda_pipeline_primitives.h>

__global__ void __launch_bounds__(256) k(const float *__restrict__ A, float *__restrict__ C, int n)
{
    // kpipe 0.1.0: layout: rows of As have 4 elements more (revert this change to undo)
    __shared__ __align__(16) float kp_As[2][32][32 + 4];
    const int tx = threadIdx.x % 32, ty = threadIdx.x / 32;
    float s = 0.0f;

    // kpipe: As in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 256 && n % 4 == 0 &&
        reinterpret_cast<size_t>(A) % 16 == 0;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &As = kp_As[kp_stage];
            {
                const unsigned int kp_v = threadIdx.x;
                const unsigned int kp_x = kp_v % 64 * 4;
                const int ty = kp_x / 32;
                const int tx = kp_x % 32;
            #pragma unroll
                for (int i = ty + static_cast<int>(kp_v / 64) * 8; i < 32; i += 4 * 8) {
                    __pipeline_memcpy_async(&As[i][tx], &A[(blockIdx.x * 32 + i) * n + k + tx],
                                            sizeof(float4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &As = kp_As[kp_stage];
            for (int i = 0; i < 32; i += 4) {
                float4 v;
                asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4];"
                             : "=f"(v.x), "=f"(v.y), "=f"(v.z), "=f"(v.w)
                             : "r"((unsigned)__cvta_generic_to_shared(&As[tx][i])));
                s += v.x * v.y + v.z * v.w;
            }
        };
        {
            int k = 0;
            if (k < n) {
                int kp_stage = 0;
                kp_load(k, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (k += 32; k < n; k += 32) {
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
        auto &As = kp_As[0];
        for (int k = 0; k < n; k += 32) {
            for (int i = ty; i < 32; i += 8)
                As[i][tx] = A[(blockIdx.x * 32 + i) * n + k + tx];
            __syncthreads();
            for (int i = 0; i < 32; i += 4) {
                float4 v;
                asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4];"
                             : "=f"(v.x), "=f"(v.y), "=f"(v.z), "=f"(v.w)
                             : "r"((unsigned)__cvta_generic_to_shared(&As[tx][i])));
                s += v.x * v.y + v.z * v.w;
            }
            __syncthreads();
        }
    }
    C[blockIdx.x * 256 + ty * 32 + tx] = s;
}
