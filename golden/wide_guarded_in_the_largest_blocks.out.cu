// 256 of 1024 threads copy, each under a bound of the matrix: the others branch around it.
#include <cuda_pipeline_primitives.h>

#define T 32

__global__ __launch_bounds__(1024) void gemm(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int n)
{
    __shared__ __align__(16) float kp_As[2][T][T], kp_As_Bs[2][T][T];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int row = blockIdx.y * T + ty, col = blockIdx.x * T + tx;
    float sum = 0.0f;

    // kpipe: As, Bs in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 32 && blockDim.y == 32 && n % 4 == 0 &&
        reinterpret_cast<size_t>(A) % 16 == 0 && reinterpret_cast<size_t>(B) % 16 == 0;
    static_assert(T == 32, "kpipe: T has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &As = kp_As[kp_stage];
            auto &Bs = kp_As_Bs[kp_stage];
            {
                const unsigned int kp_v = threadIdx.y * 32 + threadIdx.x;
                if (kp_v < 256 && __activemask()) { // true: to keep a branch
                    const unsigned int kp_x = kp_v % 8 * 4, kp_y = kp_v / 8;
                    const int ty = kp_y;
                    const int tx = kp_x;
                    const int row = blockIdx.y * T + ty;
                    if (row < n && k + tx < n)
                        __pipeline_memcpy_async(&As[ty][tx], &A[row * n + k + tx], sizeof(float4));
                    else
                        *reinterpret_cast<float4 *>(&As[ty][tx]) = make_float4(0, 0, 0, 0);
                }
            }
            {
                const unsigned int kp_v = threadIdx.y * 32 + threadIdx.x;
                if (kp_v < 256 && __activemask()) { // true: to keep a branch
                    const unsigned int kp_x = kp_v % 8 * 4, kp_y = kp_v / 8;
                    const int ty = kp_y;
                    const int tx = kp_x;
                    const int col = blockIdx.x * T + tx;
                    if (k + ty < n && col < n)
                        __pipeline_memcpy_async(&Bs[ty][tx], &B[(k + ty) * n + col], sizeof(float4));
                    else
                        *reinterpret_cast<float4 *>(&Bs[ty][tx]) = make_float4(0, 0, 0, 0);
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
            As[ty][tx] = row < n && k + tx < n ? A[row * n + k + tx] : 0.0f;
            Bs[ty][tx] = k + ty < n && col < n ? B[(k + ty) * n + col] : 0.0f;
            __syncthreads();
            for (int i = 0; i < T; i++)
                sum += As[ty][i] * Bs[i][tx];
            __syncthreads();
        }
    }
    if (row < n && col < n)
        C[row * n + col] = sum;
}

void run(const float *A, const float *B, float *C, int n)
{
    gemm<<<dim3((n + T - 1) / T, (n + T - 1) / T), dim3(T, T)>>>(A, B, C, n);
}
