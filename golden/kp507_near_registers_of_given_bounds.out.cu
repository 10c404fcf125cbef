// The same, and the kernel says how many threads it has at most.
#include <cuda_pipeline_primitives.h>

__global__ __launch_bounds__(512) void product(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int n)
{
    __shared__ __align__(16) float kp_As[2][8][192], kp_As_Bs[2][8][256];
    float sum[12][8] = {};
    int x = threadIdx.x % 32, y = threadIdx.x / 32;

    // kpipe: As, Bs in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 512 && n % 4 == 0 &&
        reinterpret_cast<size_t>(A) % 16 == 0 && reinterpret_cast<size_t>(B) % 16 == 0;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &As = kp_As[kp_stage];
            auto &Bs = kp_As_Bs[kp_stage];
            {
                const int i = threadIdx.x * 4;
                if (i < 8 * 192 && __activemask()) { // true: to keep a branch
                    __pipeline_memcpy_async(&As[i / 192][i % 192],
                                            &A[(k + i / 192) * n + blockIdx.y * 192 + i % 192],
                                            sizeof(float4));
                }
            }
            {
                const int i = threadIdx.x * 4;
                __pipeline_memcpy_async(&Bs[i / 256][i % 256],
                                        &B[(k + i / 256) * n + blockIdx.x * 256 + i % 256],
                                        sizeof(float4));
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &As = kp_As[kp_stage];
            auto &Bs = kp_As_Bs[kp_stage];
            for (int p = 0; p < 8; p++)
                for (int i = 0; i < 12; i++)
                    for (int j = 0; j < 8; j++)
                        sum[i][j] += As[p][y * 12 + i] * Bs[p][x * 8 + j];
        };
        {
            int k = 0;
            if (k < n) {
                int kp_stage = 0;
                kp_load(k, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (k += 8; k < n; k += 8) {
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
        auto &Bs = kp_As_Bs[0];
        for (int k = 0; k < n; k += 8) {
            for (int i = threadIdx.x; i < 8 * 192; i += 512)
                As[i / 192][i % 192] = A[(k + i / 192) * n + blockIdx.y * 192 + i % 192];
            for (int i = threadIdx.x; i < 8 * 256; i += 512)
                Bs[i / 256][i % 256] = B[(k + i / 256) * n + blockIdx.x * 256 + i % 256];
            __syncthreads();
            for (int p = 0; p < 8; p++)
                for (int i = 0; i < 12; i++)
                    for (int j = 0; j < 8; j++)
                        sum[i][j] += As[p][y * 12 + i] * Bs[p][x * 8 + j];
            __syncthreads();
        }
    }
    for (int i = 0; i < 12; i++)
        for (int j = 0; j < 8; j++)
            C[(blockIdx.y * 192 + y * 12 + i) * n + blockIdx.x * 256 + x * 8 + j] = sum[i][j];
}

void run(const float *A, const float *B, float *C, int n)
{
    product<<<dim3(n / 256, n / 192), 512>>>(A, B, C, n);
}
