// kpipe: --variant cp-async
// The loop as written stands beside wider copies: a byte that a choice made wider is stored as a byte, whatever the tree says.
#include <cuda_pipeline_primitives.h>

template <int TW, int TR>
__global__ void __launch_bounds__(256) sums(const signed char *__restrict__ A, float *__restrict__ out, int n, int m)
{
    __shared__ struct alignas(128) { __align__(16) signed char As[TW][TR + 4]; } kp_As[2];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int t = ty * 16 + tx;
    const int row = blockIdx.x * TR;
    float sum = 0.0f;

    // kpipe: As in copies of 4 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 16 && blockDim.y == 16 && TR % 4 == 0 && row % 4 == 0 &&
        m % 4 == 0 && reinterpret_cast<size_t>(A) % 4 == 0;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &As = kp_As[kp_stage].As;
            {
                const unsigned int kp_v = threadIdx.y * 16 + threadIdx.x;
                if (kp_v < 64) {
                    const unsigned int kp_x = kp_v % 4 * 4, kp_y = kp_v / 4;
                    const int ty = kp_y;
                    const int tx = kp_x;
                    if (row + tx < m && k + ty < n)
                        __pipeline_memcpy_async(&As[ty][tx], &A[(k + ty) * m + row + tx],
                                                sizeof(unsigned int));
                    else
                        *reinterpret_cast<unsigned int *>(&As[ty][tx]) = 0u;
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &As = kp_As[kp_stage].As;
            for (int j = 0; j < TW; ++j)
                sum += As[j][(t * 3 + j) % TR];
        };
        {
            int k = 0;
            if (k < n) {
                int kp_stage = 0;
                kp_load(k, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (k += TW; k < n; k += TW) {
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
        auto &As = kp_As[0].As;
        for (int k = 0; k < n; k += TW) {
            As[ty][tx] = row + tx < m && k + ty < n ? A[(k + ty) * m + row + tx] : 0;
            __syncthreads();
            for (int j = 0; j < TW; ++j)
                sum += As[j][(t * 3 + j) % TR];
            __syncthreads();
        }
    }
    out[blockIdx.x * 256 + t] = sum;
}

void launch(const signed char *A, float *out, int n, int m, int blocks)
{
    sums<16, 16><<<blocks, dim3(16, 16)>>>(A, out, n, m);
}
