// A closure of any type fills one tile, and a helper with two returns gives the other its value: the copies of
// 16 bytes are in a text with neither, and where they do not hold, the helper is called as before.
#include <cuda_pipeline_primitives.h>

static __device__ float at(const float *p, int row, int column, int rows, int columns)
{
    if (row < rows && column < columns)
        return p[row * columns + column];
    return 0;
}

__global__ void product(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int m,
                        int n, int l)
{
    __shared__ __align__(16) float kp_as[2][8][12];
    __shared__ __align__(128) float kp_bs[2][8 * 12];
    const int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * 8 + ty, column = blockIdx.x * 8 + tx;
    float sum = 0;

    // kpipe: as in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 12 && blockDim.y == 8 && l % 4 == 0 &&
        reinterpret_cast<size_t>(A) % 16 == 0;
    // kpipe 0.1.0: pipelined, cp.async and staging registers, 2 stages (revert this change to undo)
    if (kp_wide) {
        float kp_r0;
        auto kp_fetch = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &as = kp_as[kp_stage];
            { // fill(), inlined
                {
                    const unsigned int kp_v = threadIdx.y * 12 + threadIdx.x;
                    if (kp_v < 24 && __activemask()) { // true: to keep a branch
                        const unsigned int kp_x = kp_v % 3 * 4, kp_y = kp_v / 3;
                        const int ty = kp_y;
                        const int tx = kp_x;
                        const int row = blockIdx.y * 8 + ty;
                        __pipeline_memcpy_async(&as[ty][tx], &A[row * l + k + tx], sizeof(float4));
                    }
                } 
            }
            kp_r0 = at(B, k + ty, column, l, n);
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &as = kp_as[kp_stage];
            auto &bs = kp_bs[kp_stage];
            for (int j = 0; j < 8; j++)
                sum += as[ty][j] * bs[j * 12 + tx];
        };
        auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
            auto &bs = kp_bs[kp_stage];
            bs[ty * 12 + tx] = kp_r0;
        };
        {
            int k = 0;
            if (k < l) {
                int kp_stage = 0;
                kp_fetch(k, kp_stage);
                kp_store(kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (k += 8; k < l; k += 8) {
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
        auto &as = kp_as[0];
        auto &bs = kp_bs[0];
        for (int k = 0; k < l; k += 8) {
            { // fill(), inlined
                as[ty][tx] = A[row * l + k + tx]; 
            }
            bs[ty * 12 + tx] = at(B, k + ty, column, l, n);
            __syncthreads();
            for (int j = 0; j < 8; j++)
                sum += as[ty][j] * bs[j * 12 + tx];
            __syncthreads();
        }
    }
    if (row < m && column < n)
        C[row * n + column] = sum;
}
