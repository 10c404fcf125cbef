// With -DOLD the macro is another thing, and without the branch no question is needed.
#include <cuda_pipeline_primitives.h>

#ifdef OLD
#define __activemask() 0u
#endif
#define T 16
__global__ void gemm(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int n)
{
    __shared__ __align__(16) float kp_As[2][T][T], kp_As_Bs[2][T][T];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int row = blockIdx.y * T + ty, col = blockIdx.x * T + tx;
    float sum = 0.0f;

    // kpipe: As, Bs in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 16 && blockDim.y == 16 && n % 4 == 0 &&
        reinterpret_cast<size_t>(A) % 16 == 0 && reinterpret_cast<size_t>(B) % 16 == 0;
    static_assert(T == 16, "kpipe: T has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &As = kp_As[kp_stage];
            auto &Bs = kp_As_Bs[kp_stage];
            {
                const unsigned int kp_v = threadIdx.y * 16 + threadIdx.x;
                if (kp_v < 64) {
                    const unsigned int kp_x = kp_v % 4 * 4, kp_y = kp_v / 4;
                    const int ty = kp_y;
                    const int tx = kp_x;
                    const int row = blockIdx.y * T + ty;
                    __pipeline_memcpy_async(&As[ty][tx], &A[row * n + k + tx], sizeof(float4));
                }
            }
            {
                const unsigned int kp_v = threadIdx.y * 16 + threadIdx.x;
                if (kp_v < 64) {
                    const unsigned int kp_x = kp_v % 4 * 4, kp_y = kp_v / 4;
                    const int ty = kp_y;
                    const int tx = kp_x;
                    const int col = blockIdx.x * T + tx;
                    __pipeline_memcpy_async(&Bs[ty][tx], &B[(k + ty) * n + col], sizeof(float4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &As = kp_As[kp_stage];
            auto &Bs = kp_As_Bs[kp_stage];
            for (int i = 0; i < T; i++)
                sum += As[ty][i] * Bs[i][tx];
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
        auto &As = kp_As[0];
        auto &Bs = kp_As_Bs[0];
        for (int k = 0; k < n; k += T) {
            As[ty][tx] = A[row * n + k + tx];
            Bs[ty][tx] = B[(k + ty) * n + col];
            __syncthreads();
            for (int i = 0; i < T; i++)
                sum += As[ty][i] * Bs[i][tx];
            __syncthreads();
        }
    }
    C[row * n + col] = sum;
}
void run(const float *A, const float *B, float *C, int n)
{
    gemm<<<dim3(n / T, n / T), dim3(T, T)>>>(A, B, C, n);
}
