// A zero in braces, over which a condition loads, in a template whose parameters all instances agree on.
#include <cuda_pipeline_primitives.h>
#include <type_traits>

template <typename T, int BK>
__global__ void product(const T *A, const T *B, T *C, int m, int n, int k)
{
    __shared__ __align__(16) T kp_as[2][64][BK];
    __shared__ __align__(16) T kp_bs[2][BK][64];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int t = ty * 16 + tx;
    T sum[4][4] = {static_cast<T>(0)};
    const int row = blockIdx.y * 64, col = blockIdx.x * 64;
    // kpipe: as, bs in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 16 && blockDim.y == 16 && k % 4 == 0 &&
        reinterpret_cast<size_t>(A) % 16 == 0 && n % 4 == 0 &&
        reinterpret_cast<size_t>(B) % 16 == 0;
    static_assert(::std::is_same<T, float>::value && BK == 16,
                  "kpipe: T or BK has changed: run kpipe again");
    static_assert(::std::is_arithmetic<T>::value && !::std::is_volatile<T>::value,
                  "kpipe: made for other types; run kpipe again");
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int k0, int kp_stage) __attribute__((always_inline)) {
            auto &as = kp_as[kp_stage];
            auto &bs = kp_bs[kp_stage];
            {
                const unsigned int kp_v = threadIdx.y * 16 + threadIdx.x;
                const unsigned int kp_x = kp_v % 4 * 4, kp_y = kp_v / 4 % 16;
                const int ty = kp_y;
                const int tx = kp_x;
                const int t = ty * 16 + tx;
            #pragma unroll
                for (int i = static_cast<int>(kp_v / 64); i < 64 * BK / 256; i += 4) {
                    if (row + t / BK + i * (256 / BK) < m && k0 + t % BK < k)
                        __pipeline_memcpy_async(&as[t / BK + i * (256 / BK)][t % BK],
                                                &A[(row + t / BK + i * (256 / BK)) * k + k0 + t % BK],
                                                sizeof(uint4));
                    else
                        *reinterpret_cast<uint4 *>(&as[t / BK + i * (256 / BK)][t % BK]) =
                            make_uint4(0, 0, 0, 0);
                }
            }
            {
                const unsigned int kp_v = threadIdx.y * 16 + threadIdx.x;
                const unsigned int kp_x = kp_v % 4 * 4, kp_y = kp_v / 4 % 16;
                const int ty = kp_y;
                const int tx = kp_x;
                const int t = ty * 16 + tx;
            #pragma unroll
                for (int i = static_cast<int>(kp_v / 64); i < 64 * BK / 256; i += 4) {
                    if (k0 + t / 64 + i * 4 < k && col + t % 64 < n)
                        __pipeline_memcpy_async(&bs[t / 64 + i * 4][t % 64],
                                                &B[(k0 + t / 64 + i * 4) * n + col + t % 64],
                                                sizeof(uint4));
                    else
                        *reinterpret_cast<uint4 *>(&bs[t / 64 + i * 4][t % 64]) = make_uint4(0, 0, 0, 0);
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
                        sum[i][j] += as[ty * 4 + i][kk] * bs[kk][tx * 4 + j];
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
                T val{static_cast<T>(0)};
                if (row + t / BK + i * (256 / BK) < m && k0 + t % BK < k)
                    val = A[(row + t / BK + i * (256 / BK)) * k + k0 + t % BK];
                as[t / BK + i * (256 / BK)][t % BK] = val;
            }
            for (int i = 0; i < 64 * BK / 256; i++) {
                T val{static_cast<T>(0)};
                if (k0 + t / 64 + i * 4 < k && col + t % 64 < n)
                    val = B[(k0 + t / 64 + i * 4) * n + col + t % 64];
                bs[t / 64 + i * 4][t % 64] = val;
            }
            __syncthreads();
            for (int kk = 0; kk < BK; kk++)
                for (int i = 0; i < 4; i++)
                    for (int j = 0; j < 4; j++)
                        sum[i][j] += as[ty * 4 + i][kk] * bs[kk][tx * 4 + j];
            __syncthreads();
        }
    }
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++)
            if (row + ty * 4 + i < m && col + tx * 4 + j < n)
                C[(row + ty * 4 + i) * n + col + tx * 4 + j] = sum[i][j];
}
void launch(const float *A, const float *B, float *C, int m, int n, int k)
{
    product<float, 16><<<dim3(n / 64, m / 64), dim3(16, 16)>>>(A, B, C, m, n, k);
}
