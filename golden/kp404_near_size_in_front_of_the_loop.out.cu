// kpipe: --stages 2 --arch sm_90
// The constant is in sight of the declaration in front of the loop, too; another block has one of that name.
#include <cuda_runtime.h>
#include <cuda_pipeline_primitives.h>

__global__ void __launch_bounds__(256)
    products(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ out, int n)
{
    constexpr int ROWS = 96;
    __shared__ __align__(16) float kp_Bs[2][96][32];
    const int t = threadIdx.x;
    float sum = 0.0f;

    // kpipe: As, Bs in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 256 && reinterpret_cast<size_t>(A) % 16 == 0 &&
        reinterpret_cast<size_t>(B) % 16 == 0;
    static_assert(ROWS == 96, "kpipe: ROWS has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    __shared__ __align__(16) float kp_As[2][ROWS][32];
    if (kp_wide) {
        auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &As = kp_As[kp_stage];
            auto &Bs = kp_Bs[kp_stage];
            {
                const unsigned int kp_v = threadIdx.x;
                const unsigned int kp_x = kp_v % 64 * 4;
                const int t = kp_x;
            #pragma unroll
                for (int i = static_cast<int>(kp_v / 64); i < 96 * 32 / 256; i += 4) {
                    __pipeline_memcpy_async(&As[(t + i * 256) / 32][t % 32],
                                            &A[(size_t)k * 32 + t + i * 256], sizeof(float4));
                }
            }
            {
                const unsigned int kp_v = threadIdx.x;
                const unsigned int kp_x = kp_v % 64 * 4;
                const int t = kp_x;
            #pragma unroll
                for (int i = static_cast<int>(kp_v / 64); i < 96 * 32 / 256; i += 4) {
                    __pipeline_memcpy_async(&Bs[(t + i * 256) / 32][t % 32],
                                            &B[(size_t)k * 32 + t + i * 256], sizeof(float4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &As = kp_As[kp_stage];
            auto &Bs = kp_Bs[kp_stage];
            for (int j = 0; j < 96; ++j)
                sum += As[j][t % 32] * Bs[j][t / 8];
        };
        {
            int k = 0;
            if (k < n) {
                int kp_stage = 0;
                kp_load(k, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (k += 96; k < n; k += 96) {
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
        auto &Bs = kp_Bs[0];
        for (int k = 0; k < n; k += 96) {
            for (int i = 0; i < 96 * 32 / 256; ++i)
                As[(t + i * 256) / 32][t % 32] = A[(size_t)k * 32 + t + i * 256];
            for (int i = 0; i < 96 * 32 / 256; ++i)
                Bs[(t + i * 256) / 32][t % 32] = B[(size_t)k * 32 + t + i * 256];
            __syncthreads();
            for (int j = 0; j < 96; ++j)
                sum += As[j][t % 32] * Bs[j][t / 8];
            __syncthreads();
        }
    }
    {
        constexpr int ROWS = 3;
        sum += ROWS;
    }
    out[blockIdx.x * 256 + t] = sum;
}

void launch(const float *A, const float *B, float *out, int n, int blocks, cudaStream_t stream)
{
    products<<<blocks, 256, 0, stream>>>(A, B, out, n);
}
