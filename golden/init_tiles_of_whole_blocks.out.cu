// One size counts tiles of 8 and covers the grid in parts of 32, without a guard: it grows by 32.
#include <cuda_pipeline_primitives.h>

__global__ __launch_bounds__(1024) void product(const float *A, const float *B, float *C, int n)
{
    __shared__ __align__(16) float kp_As[2][32][8], kp_As_Bs[2][8][32];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int row = blockIdx.y * 32, col = blockIdx.x * 32;
    float sum = 0;

    // kpipe: As, Bs in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 32 && blockDim.y == 32 && n % 4 == 0 &&
        reinterpret_cast<size_t>(A) % 16 == 0 && reinterpret_cast<size_t>(B) % 16 == 0;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &As = kp_As[kp_stage];
            auto &Bs = kp_As_Bs[kp_stage];
            {
                const unsigned int kp_v = threadIdx.y * 32 + threadIdx.x;
                if (kp_v < 256 && __activemask()) { // true: to keep a branch
                    const unsigned int kp_x = kp_v % 8 * 4, kp_y = kp_v / 8;
                    const int tx = kp_x;
                    const int ty = kp_y;
                    if (tx < 8)
                        __pipeline_memcpy_async(&As[ty][tx], &A[(row + ty) * n + k + tx],
                                                sizeof(float4));
                }
            }
            {
                const unsigned int kp_v = threadIdx.y * 32 + threadIdx.x;
                if (kp_v < 256 && __activemask()) { // true: to keep a branch
                    const unsigned int kp_x = kp_v % 8 * 4, kp_y = kp_v / 8;
                    const int ty = kp_y;
                    const int tx = kp_x;
                    if (ty < 8)
                        __pipeline_memcpy_async(&Bs[ty][tx], &B[(k + ty) * n + col + tx],
                                                sizeof(float4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &As = kp_As[kp_stage];
            auto &Bs = kp_As_Bs[kp_stage];
            for (int i = 0; i < 8; i++)
                sum += As[ty][i] * Bs[i][tx];
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
            if (tx < 8)
                As[ty][tx] = A[(row + ty) * n + k + tx];
            if (ty < 8)
                Bs[ty][tx] = B[(k + ty) * n + col + tx];
            __syncthreads();
            for (int i = 0; i < 8; i++)
                sum += As[ty][i] * Bs[i][tx];
            __syncthreads();
        }
    }
    C[(row + ty) * n + col + tx] = sum;
}

void run(const float *A, const float *B, float *C, int n)
{
    dim3 block(32, 32), grid((n + 31) / 32, (n + 31) / 32);

    product<<<grid, block>>>(A, B, C, n);
}
