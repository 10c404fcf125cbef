// What a typedef takes as an argument is nothing that it declares.
#include <cuda_fp16.h>
#include <mma.h>
#include <cuda_pipeline_primitives.h>

using namespace nvcuda::wmma;

__global__ void product(const half *__restrict__ a, const half *__restrict__ b, float *__restrict__ c, int n)
{
    typedef fragment<matrix_a, 16, 16, 16, half, row_major> left;
    typedef fragment<matrix_b, 16, 16, 16, half, row_major> right;
    __shared__ __align__(16) half kp_as[2][16][16], kp_as_bs[2][16][16];
    fragment<accumulator, 16, 16, 16, float> sum;
    const int x = threadIdx.x % 16, y = threadIdx.x / 16;
    left fa;
    right fb;

    fill_fragment(sum, 0.0f);
    // kpipe: as, bs in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 32 && n % 8 == 0 &&
        reinterpret_cast<size_t>(a) % 16 == 0 && reinterpret_cast<size_t>(b) % 16 == 0;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &as = kp_as[kp_stage];
            auto &bs = kp_as_bs[kp_stage];
            {
                const unsigned int kp_v = threadIdx.x;
                const unsigned int kp_x = kp_v % 4 * 8;
                const int y = kp_x / 16;
                const int x = kp_x % 16;
            #pragma unroll
                for (int i = y + static_cast<int>(kp_v / 4) * 2; i < 16; i += 8 * 2) {
                    __pipeline_memcpy_async(&as[i][x], &a[i * n + k + x], sizeof(uint4));
                    __pipeline_memcpy_async(&bs[i][x], &b[(k + i) * 16 + x], sizeof(uint4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &as = kp_as[kp_stage];
            auto &bs = kp_as_bs[kp_stage];
            load_matrix_sync(fa, &as[0][0], 16);
            load_matrix_sync(fb, &bs[0][0], 16);
            mma_sync(sum, fa, fb, sum);
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
        auto &as = kp_as[0];
        auto &bs = kp_as_bs[0];
        for (int k = 0; k < n; k += 16) {
            for (int i = y; i < 16; i += 2) {
                as[i][x] = a[i * n + k + x];
                bs[i][x] = b[(k + i) * 16 + x];
            }
            __syncthreads();
            load_matrix_sync(fa, &as[0][0], 16);
            load_matrix_sync(fb, &bs[0][0], 16);
            mma_sync(sum, fa, fb, sum);
            __syncthreads();
        }
    }
    store_matrix_sync(c, sum, 16, mem_row_major);
}
