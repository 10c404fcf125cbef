// kpipe: --merge 2x2
// A vector of the second copy would begin at an odd element: the tile is no multiple of its alignment.
#include <cuda_pipeline_primitives.h>

#define T 8
__global__ void gemm(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int n)
{
    __shared__ struct alignas(128) { __align__(16) float As[T * T + 1]; } kp_As[2];
    __shared__ __align__(16) float kp_Bs[2][T][T];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int row = blockIdx.y * T + ty;
    const int col = blockIdx.x * T + tx;
    float sum = 0.0f;

    // kpipe: Bs in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == T && blockDim.y == T && n % 4 == 0 &&
        reinterpret_cast<size_t>(B) % 16 == 0;
    static_assert(T == 8, "kpipe: T has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, cp.async and staging registers, 2 stages (revert this change to undo)
    if (kp_wide) {
        float kp_r0;
        auto kp_fetch = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &Bs = kp_Bs[kp_stage];
            kp_r0 = A[row * n + k + tx];
            {
                const unsigned int kp_v = threadIdx.y * T + threadIdx.x;
                if (kp_v < 16 && __activemask()) { // true: to keep a branch
                    const unsigned int kp_x = kp_v % 2 * 4, kp_y = kp_v / 2;
                    const int ty = kp_y;
                    const int tx = kp_x;
                    const int col = blockIdx.x * T + tx;
                    __pipeline_memcpy_async(&Bs[ty][tx], &B[(k + ty) * n + col], sizeof(float4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &As = kp_As[kp_stage].As;
            auto &Bs = kp_Bs[kp_stage];
            for (int i = 0; i < T; i += 4) {
                const float4 v = *reinterpret_cast<const float4 *>(&As[ty * T + i]);
                sum += v.x * Bs[i][tx] + v.y * Bs[i + 1][tx] + v.z * Bs[i + 2][tx] + v.w * Bs[i + 3][tx];
            }
        };
        auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
            auto &As = kp_As[kp_stage].As;
            As[ty * T + tx] = kp_r0;
        };
        {
            int k = 0;
            if (k < n) {
                int kp_stage = 0;
                kp_fetch(k, kp_stage);
                kp_store(kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (k += T; k < n; k += T) {
                    kp_fetch(k, kp_stage ^ 1);
                    kp_compute(kp_stage);
                    kp_store(kp_stage ^ 1);
                    __pipeline_wait_prior(0);
                    __syncthreads();
                    kp_stage ^= 1;
                }
                kp_compute(kp_stage);
            }
        }
    } else { // kpipe: as written
        auto &As = kp_As[0].As;
        auto &Bs = kp_Bs[0];
        for (int k = 0; k < n; k += T) {
            As[ty * T + tx] = A[row * n + k + tx];
            Bs[ty][tx] = B[(k + ty) * n + col];
            __syncthreads();
            for (int i = 0; i < T; i += 4) {
                const float4 v = *reinterpret_cast<const float4 *>(&As[ty * T + i]);
                sum += v.x * Bs[i][tx] + v.y * Bs[i + 1][tx] + v.z * Bs[i + 2][tx] + v.w * Bs[i + 3][tx];
            }
            __syncthreads();
        }
    }
    C[row * n + col] = sum;
}
