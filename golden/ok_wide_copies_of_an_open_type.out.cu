// Vectors of the elements that all instances have, which the output asserts; rows are made longer for them.
#include <cuda_fp16.h>
#include <cuda_pipeline_primitives.h>
#include <type_traits>

template <typename T, int BK>
__global__ void product(const T *__restrict__ A, const T *__restrict__ B, float *__restrict__ C, int m, int n, int k)
{
    __shared__ __align__(16) T kp_as[2][64][BK + 8];
    __shared__ __align__(16) T kp_bs[2][BK][64];
    const int tx = threadIdx.x, ty = threadIdx.y, t = ty * 16 + tx;
    float sum[4][4] = {};

    // kpipe: as, bs in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 16 && blockDim.y == 16 && k % 8 == 0 &&
        reinterpret_cast<size_t>(A) % 16 == 0 && n % 8 == 0 &&
        reinterpret_cast<size_t>(B) % 16 == 0;
    static_assert(::std::is_same<T, __half>::value && BK == 16,
                  "kpipe: T or BK has changed: run kpipe again");
    static_assert((::std::is_arithmetic<T>::value && !::std::is_volatile<T>::value) || ::std::is_same<T, __half>::value,
                  "kpipe: made for other types; run kpipe again");
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int k0, int kp_stage) __attribute__((always_inline)) {
            auto &as = kp_as[kp_stage];
            auto &bs = kp_bs[kp_stage];
            {
                const unsigned int kp_v = threadIdx.y * 16 + threadIdx.x;
                const unsigned int kp_x = kp_v % 2 * 8, kp_y = kp_v / 2 % 16;
                const int ty = kp_y;
                const int tx = kp_x;
                const int t = ty * 16 + tx;
            #pragma unroll
                for (int i = static_cast<int>(kp_v / 32); i < 64 * BK / 256; i += 8) {
                    __pipeline_memcpy_async(&as[t / BK + i * (256 / BK)][t % BK],
                                            &A[(blockIdx.y * 64 + t / BK + i * (256 / BK)) * k + k0 + t % BK],
                                            sizeof(uint4));
                    __pipeline_memcpy_async(&bs[t / 64 + i * 4][t % 64],
                                            &B[(k0 + t / 64 + i * 4) * n + blockIdx.x * 64 + t % 64],
                                            sizeof(uint4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &as = kp_as[kp_stage];
            auto &bs = kp_bs[kp_stage];
            for (int kk = 0; kk < BK; kk++)
                for (int i = 0; i < 4; i++)
                    for (int j = 0; j < 4; j++)
                        sum[i][j] += static_cast<float>(as[ty * 4 + i][kk]) * static_cast<float>(bs[kk][tx * 4 + j]);
        };
        {
            int k0 = 0;
            if (k0 < k) {
                int kp_stage = 0;
                kp_load(k0, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (k0 += BK; k0 < k; k0 += BK) {
                    kp_load(k0, kp_stage ^ 1);
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
        auto &bs = kp_bs[0];
        for (int k0 = 0; k0 < k; k0 += BK) {
            for (int i = 0; i < 64 * BK / 256; i++) {
                as[t / BK + i * (256 / BK)][t % BK] = A[(blockIdx.y * 64 + t / BK + i * (256 / BK)) * k + k0 + t % BK];
                bs[t / 64 + i * 4][t % 64] = B[(k0 + t / 64 + i * 4) * n + blockIdx.x * 64 + t % 64];
            }
            __syncthreads();
            for (int kk = 0; kk < BK; kk++)
                for (int i = 0; i < 4; i++)
                    for (int j = 0; j < 4; j++)
                        sum[i][j] += static_cast<float>(as[ty * 4 + i][kk]) * static_cast<float>(bs[kk][tx * 4 + j]);
            __syncthreads();
        }
    }
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++)
            C[(blockIdx.y * 64 + ty * 4 + i) * n + blockIdx.x * 64 + tx * 4 + j] = sum[i][j];
}

void launch(const half *A, const half *B, float *C, int m, int n, int k)
{
    product<half, 16><<<dim3(n / 64, m / 64), dim3(16, 16)>>>(A, B, C, m, n, k);
}
