// Nobody instantiates it here.
#include <type_traits>

template <typename T, int BLOCK>
__global__ void matmul(const T *__restrict__ A, const T *__restrict__ B, T *__restrict__ C, int N,
                       int K)
{
    constexpr int kp_stages = 2 * (sizeof(T[BLOCK][BLOCK]) + sizeof(T[BLOCK][BLOCK])) <= 48640 ? 2 : 1;
    __shared__ struct alignas(128) { T As[BLOCK][BLOCK]; } kp_As[kp_stages];
    __shared__ struct alignas(128) { T Bs[BLOCK][BLOCK]; } kp_Bs[kp_stages];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int row = blockIdx.y * BLOCK + ty, col = blockIdx.x * BLOCK + tx;
    T sum = 0;

    static_assert(::std::is_arithmetic<T>::value && !::std::is_volatile<T>::value,
                  "kpipe: made for other types; run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    T kp_r0, kp_r1;
    auto kp_fetch = [&](int k0) __attribute__((always_inline)) {
        kp_r0 = A[row * K + k0 + tx];
        kp_r1 = B[(k0 + ty) * N + col];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage].As;
        auto &Bs = kp_Bs[kp_stage].Bs;
        for (int k = 0; k < BLOCK; ++k)
            sum += As[ty][k] * Bs[k][tx];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage].As;
        auto &Bs = kp_Bs[kp_stage].Bs;
        As[ty][tx] = kp_r0;
        Bs[ty][tx] = kp_r1;
    };
    {
        int k0 = 0;
        if (k0 < K) {
            int kp_stage = 0;
            kp_fetch(k0);
            kp_store(kp_stage);
            __syncthreads();
            for (k0 += BLOCK; k0 < K; k0 += BLOCK) {
                kp_fetch(k0);
                kp_compute(kp_stage);
                if (kp_stages == 1)
                    __syncthreads();
                kp_store(kp_stage ^ (kp_stages - 1));
                __syncthreads();
                kp_stage ^= kp_stages - 1;
            }
            kp_compute(kp_stage);
            __syncthreads();
        }
    }
    C[row * N + col] = sum;
}
