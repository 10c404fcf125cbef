// kpipe: --stages 2
// Elements of two sizes: no vector is as wide for both instances.
#include <cuda_fp16.h>
#include <type_traits>

template <typename T, int BK>
__global__ void product(const T *__restrict__ A, const T *__restrict__ B, float *__restrict__ C, int m, int n, int k)
{
    __shared__ struct alignas(128) { T as[64][BK + 1]; } kp_as[2];
    __shared__ struct alignas(128) { T bs[BK][64]; } kp_bs[2];
    const int tx = threadIdx.x, ty = threadIdx.y, t = ty * 16 + tx;
    float sum[4][4] = {};

    static_assert((::std::is_arithmetic<T>::value && !::std::is_volatile<T>::value) || ::std::is_same<T, __half>::value,
                  "kpipe: made for other types; run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    T kp_r0[((64 * BK) / 256) > 0 ? ((64 * BK) / 256) : 1], kp_r1[((64 * BK) / 256) > 0 ? ((64 * BK) / 256) : 1];
    auto kp_fetch = [&](int k0) __attribute__((always_inline)) {
        #pragma unroll
        for (int i = 0; i < 64 * BK / 256; i++) {
            kp_r0[i] = A[(blockIdx.y * 64 + t / BK + i * (256 / BK)) * k + k0 + t % BK];
            kp_r1[i] = B[(k0 + t / 64 + i * 4) * n + blockIdx.x * 64 + t % 64];
        }
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &as = kp_as[kp_stage].as;
        auto &bs = kp_bs[kp_stage].bs;
        for (int kk = 0; kk < BK; kk++)
            for (int i = 0; i < 4; i++)
                for (int j = 0; j < 4; j++)
                    sum[i][j] += static_cast<float>(as[ty * 4 + i][kk]) * static_cast<float>(bs[kk][tx * 4 + j]);
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &as = kp_as[kp_stage].as;
        auto &bs = kp_bs[kp_stage].bs;
        #pragma unroll
        for (int i = 0; i < 64 * BK / 256; i++) {
            as[t / BK + i * (256 / BK)][t % BK] = kp_r0[i];
            bs[t / 64 + i * 4][t % 64] = kp_r1[i];
        }
    };
    {
        int k0 = 0;
        if (k0 < k) {
            int kp_stage = 0;
            kp_fetch(k0);
            kp_store(kp_stage);
            __syncthreads();
            for (k0 += BK; k0 < k; k0 += BK) {
                kp_fetch(k0);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
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

void launch(const float *A, const float *B, float *C, int m, int n, int k)
{
    product<float, 16><<<dim3(n / 64, m / 64), dim3(16, 16)>>>(A, B, C, m, n, k);
}
