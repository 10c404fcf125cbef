// The tile's size is open, and so is the type of the rewritten loop's name for it: a part of it is
// a part of an array all the same. What is stored there behind the loop reads nothing of it.
#include <mma.h>
#include <cuda_pipeline_primitives.h>

using namespace nvcuda;

template <int N>
__global__ void f(const float *__restrict__ a, float *out, int n)
{
    constexpr int kp_stages = 2 * (sizeof(float[N][N])) <= 48896 ? 2 : 1;
    __shared__ struct alignas(128) { __align__(16) float tile[N][N]; } kp_tile[kp_stages];
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> c;
    float sum = 0;

    // kpipe: tile in copies of 16 bytes where these hold, else as written
    const bool kp_wide = blockDim.x == N && blockDim.y == N && N % 4 == 0 && n % 4 == 0 &&
        reinterpret_cast<size_t>(a) % 16 == 0;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](int s, int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage].tile;
        if (kp_wide) {
            const unsigned int kp_v = threadIdx.y * N + threadIdx.x;
            if (kp_v < (N * N / 4) && __activemask()) { // true: to keep a branch
                const unsigned int kp_x = kp_v % (N / 4) * 4, kp_y = kp_v / (N / 4);
                __pipeline_memcpy_async(&tile[kp_y][kp_x], &a[n * kp_y + s + kp_x], sizeof(float4));
            }
        } else
            __pipeline_memcpy_async(&tile[threadIdx.y][threadIdx.x],
                                    &a[n * threadIdx.y + s + threadIdx.x], sizeof(float));
        __pipeline_commit();
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage].tile;
        for (int k = 0; k < N; k++)
            sum += tile[threadIdx.y][k];
    };
    int kp_stage = 0;
    {
        int s = 0;
        if (s < n) {
            kp_load(s, kp_stage);
            __pipeline_wait_prior(0);
            __syncthreads();
            for (s += N; s < n; s += N) {
                if (kp_stages > 1)
                    kp_load(s, kp_stage ^ (kp_stages - 1));
                kp_compute(kp_stage);
                if (kp_stages == 1) {
                    __syncthreads();
                    kp_load(s, kp_stage);
                }
                __pipeline_wait_prior(0);
                __syncthreads();
                kp_stage ^= kp_stages - 1;
            }
            kp_compute(kp_stage);
            __syncthreads();
        }
    }
    auto &tile = kp_tile[kp_stage].tile;
    wmma::fill_fragment(c, sum);
    wmma::store_matrix_sync(&tile[0][0], c, N, wmma::mem_row_major);
    __syncthreads();
    out[threadIdx.y * N + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}
