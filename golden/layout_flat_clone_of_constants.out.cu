// kpipe: --layout auto
// The block is made of constants that are the same in every build.
#include <cuda_pipeline_primitives.h>

#define ROWS 8
struct shape { static constexpr int x = 32; };
constexpr int WARPS = ROWS;
// kpipe 0.1.0: pipelined as kp_pipelined::sum_rows (launches that this file does not show still come here)
__global__ void sum_rows(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ float As[32 * 32];
    const int tx = threadIdx.x, ty = threadIdx.y;
    float s = 0.0f;

    for (int k = 0; k < n; k += 32) {
        for (int i = ty; i < 32; i += 8)
            As[i * 32 + tx] = A[(blockIdx.x * 32 + i) * n + k + tx];
        __syncthreads();
        for (int i = 0; i < 32; i++)
            s += As[tx * 32 + i] * (ty + 1);
        __syncthreads();
    }
    C[blockIdx.x * 256 + ty * 32 + tx] = s;
}

namespace kp_pipelined
{
static __global__ __launch_bounds__(256) void sum_rows(const float *__restrict__ A, float *__restrict__ C, int n)
{
    // kpipe 0.1.0: layout: rows of As have 4 elements more (revert this change to undo)
    __shared__ __align__(16) float kp_As[2][32 * (32 + 4)];
    const int tx = threadIdx.x, ty = threadIdx.y;
    float s = 0.0f;

    // kpipe: As in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 32 && blockDim.y == 8 && n % 4 == 0 &&
        reinterpret_cast<size_t>(A) % 16 == 0;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &As = kp_As[kp_stage];
            {
                const unsigned int kp_v = threadIdx.y * 32 + threadIdx.x;
                const unsigned int kp_x = kp_v % 8 * 4, kp_y = kp_v / 8 % 8;
                const int ty = kp_y;
                const int tx = kp_x;
            #pragma unroll
                for (int i = ty + static_cast<int>(kp_v / 64) * 8; i < 32; i += 4 * 8) {
                    __pipeline_memcpy_async(&As[i * (32 + 4) + tx],
                                            &A[(blockIdx.x * 32 + i) * n + k + tx], sizeof(float4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &As = kp_As[kp_stage];
            for (int i = 0; i < 32; i++)
                s += As[tx * (32 + 4) + i] * (ty + 1);
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
                As[i * (32 + 4) + tx] = A[(blockIdx.x * 32 + i) * n + k + tx];
            __syncthreads();
            for (int i = 0; i < 32; i++)
                s += As[tx * (32 + 4) + i] * (ty + 1);
            __syncthreads();
        }
    }
    C[blockIdx.x * 256 + ty * 32 + tx] = s;
}
} // namespace kp_pipelined

void launch(const float *A, float *C, int n)
{
    const int rows = 2 * WARPS / 2;
    const dim3 block(shape::x, rows);
    kp_pipelined::sum_rows<<<n / 32, block>>>(A, C, n);
}
