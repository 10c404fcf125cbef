// A macro is another one behind a line.
#include <cuda_pipeline_primitives.h>

#define TILES(T)                                                                                                       \
    __shared__ float as[T][T + 1];                                                                                     \
    __shared__ float bs[T][T];
#define FILL(first, T) /* the tiles of an iteration */                                                                 \
    as[ty][tx] = A[row * n + first + tx];                                                                              \
    if (column < n)                                                                                                    \
        bs[ty][tx] = B[(1 * first + ty) * n + column];                                                                 \
    else                                                                                                               \
        bs[ty][tx] = 0;
#define SUM                                                                                                            \
    for (int j = 0; j < 16; j++)                                                                                       \
        sum += as[ty][j] * bs[j][tx]

#undef SUM
#define SUM sum += as[ty][0] * bs[0][tx]
__global__ void __launch_bounds__(256) product(const float *__restrict__ A, const float *__restrict__ B,
                                               float *__restrict__ C, int n)
{
    __shared__ struct alignas(128) { float as[16][16 + 1]; } kp_as[2];
    __shared__ __align__(16) float kp_bs[2][16][16];
    const int tx = threadIdx.x & 15, ty = threadIdx.x / 16, row = blockIdx.y * 16 + ty, column = blockIdx.x * 16 + tx;
    float sum = 0;

    // kpipe: bs in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 256 && n % 4 == 0 &&
        reinterpret_cast<size_t>(B) % 16 == 0;
    // kpipe 0.1.0: pipelined, cp.async and staging registers, 2 stages (revert this change to undo)
    if (kp_wide) {
        float kp_r0;
        auto kp_fetch = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &bs = kp_bs[kp_stage];
            kp_r0 = A[row * n + k + 16 - 16 + tx];
        {
            const unsigned int kp_v = threadIdx.x;
            if (kp_v < 64) {
                const unsigned int kp_x = kp_v * 4;
                const int tx = kp_x & 15;
                const int column = blockIdx.x * 16 + tx;
                const int ty = kp_x / 16;
                if (column < n)
                    __pipeline_memcpy_async(&bs[ty][tx], &B[(1 * k + 16 - 16 + ty) * n + column],
                                            sizeof(float4));
                else
                    *reinterpret_cast<float4 *>(&bs[ty][tx]) = make_float4(0, 0, 0, 0);
            }
        }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &as = kp_as[kp_stage].as;
            auto &bs = kp_bs[kp_stage];
        ;
            SUM;
        };
        auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
            auto &as = kp_as[kp_stage].as;
            as[ty][tx] = kp_r0;
        };
        {
            int k = 0;
            if (k < n) {
                int kp_stage = 0;
                kp_fetch(k, kp_stage);
                kp_store(kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (k += 16; k < n; k += 16) {
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
        auto &as = kp_as[0].as;
        auto &bs = kp_bs[0];
        for (int k = 0; k < n; k += 16) {
            as[ty][tx] = A[row * n + k + 16 - 16 + tx];
        if (column < n)
            bs[ty][tx] = B[(1 * k + 16 - 16 + ty) * n + column];
        else
            bs[ty][tx] = 0;;
            __syncthreads();
            SUM;
            __syncthreads();
        }
    }
    C[row * 16 + column] = sum;
}
