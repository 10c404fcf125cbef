// kpipe: -- -isystem places
// `C` is the beginning of C10_UNIQUE, but no word and no number of the text is the rest of it.
#include <where.h>
#include <cuda_pipeline_primitives.h>
#define PASTE(a, b) a##b
#define PART 10
__global__ void product(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int n)
{
    __shared__ __align__(16) float kp_As[2][16][16], kp_As_Bs[2][16][16];
    const int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * 16 + y, column = blockIdx.x * 16 + x;
    float sum = 0.0f;

    // kpipe: As, Bs in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 16 && blockDim.y == 16 && n % 4 == 0 &&
        reinterpret_cast<size_t>(A) % 16 == 0 && reinterpret_cast<size_t>(B) % 16 == 0;
    static_assert(PART == 10, "kpipe: PART has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &As = kp_As[kp_stage];
            auto &Bs = kp_As_Bs[kp_stage];
            {
                const unsigned int kp_v = threadIdx.y * 16 + threadIdx.x;
                if (kp_v < 64 && __activemask()) { // true: to keep a branch
                    const unsigned int kp_x = kp_v % 4 * 4, kp_y = kp_v / 4;
                    const int y = kp_y;
                    const int x = kp_x;
                    const int row = blockIdx.y * 16 + y;
                    __pipeline_memcpy_async(&As[y][x], &A[row * n + k + x], sizeof(float4));
                }
            }
            {
                const unsigned int kp_v = threadIdx.y * 16 + threadIdx.x;
                if (kp_v < 64 && __activemask()) { // true: to keep a branch
                    const unsigned int kp_x = kp_v % 4 * 4, kp_y = kp_v / 4;
                    const int y = kp_y;
                    const int x = kp_x;
                    const int column = blockIdx.x * 16 + x;
                    __pipeline_memcpy_async(&Bs[y][x], &B[(k + y) * n + column], sizeof(float4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &As = kp_As[kp_stage];
            auto &Bs = kp_As_Bs[kp_stage];
            for (int i = 0; i < 16; i++)
                sum += As[y][i] * Bs[i][x];
        };
        {
            int k = 0;
            if (k < n) {
                int kp_stage = 0;
                kp_load(k, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (k += 16; k < n; k += 16) {
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
        for (int k = 0; k < n; k += 16) {
            As[y][x] = A[row * n + k + x];
            Bs[y][x] = B[(k + y) * n + column];
            __syncthreads();
            for (int i = 0; i < 16; i++)
                sum += As[y][i] * Bs[i][x];
            __syncthreads();
        }
    }
    C[row * n + column] = sum * PASTE(0x, 2) + PART;
}
