// kpipe: -v
// What stands in the brackets of a member is no initialiser, whatever type is in front of it: the output is executed.
#include <cuda_pipeline_primitives.h>

typedef float number;

template <int N>
__global__ void product(const float *__restrict__ A, float *__restrict__ C, int K)
{
    constexpr int ROWS = N / 2, PAD = 4;
    struct sums {
        number of[ROWS][N + PAD];
    };
    __shared__ struct alignas(128) { __align__(16) number tile[ROWS][N + PAD]; } kp_tile[2];
    sums all = {};
    const int tx = threadIdx.x, ty = threadIdx.y;

    // kpipe: tile in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 16 && blockDim.y == 8 && N % 4 == 0 && K % 4 == 0 &&
        reinterpret_cast<size_t>(A) % 16 == 0;
    static_assert(PAD == 4, "kpipe: PAD has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &tile = kp_tile[kp_stage].tile;
            {
                const unsigned int kp_v = threadIdx.y * 16 + threadIdx.x;
                if (kp_v < 32 && __activemask()) { // true: to keep a branch
                    const unsigned int kp_x = kp_v % 4 * 4, kp_y = kp_v / 4;
                    const int ty = kp_y;
                    const int tx = kp_x;
                    __pipeline_memcpy_async(&tile[ty][tx], &A[(blockIdx.x * ROWS + ty) * K + k + tx],
                                            sizeof(float4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &tile = kp_tile[kp_stage].tile;
            for (int r = 0; r < ROWS; ++r)
                for (int j = 0; j < N; ++j)
                    all.of[r][0] += tile[r][j] * tile[ty][tx];
        };
        {
            int k = 0;
            if (k < K) {
                int kp_stage = 0;
                kp_load(k, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (k += N; k < K; k += N) {
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
        auto &tile = kp_tile[0].tile;
        for (int k = 0; k < K; k += N) {
            tile[ty][tx] = A[(blockIdx.x * ROWS + ty) * K + k + tx];
            __syncthreads();
            for (int r = 0; r < ROWS; ++r)
                for (int j = 0; j < N; ++j)
                    all.of[r][0] += tile[r][j] * tile[ty][tx];
            __syncthreads();
        }
    }
    for (int r = 0; r < ROWS; ++r)
        C[((blockIdx.x * ROWS + ty) * N + tx) * ROWS + r] = all.of[r][0];
}

void launch(const float *A, float *C, int blocks, int K)
{
    product<16><<<blocks, dim3(16, 8)>>>(A, C, K);
}
