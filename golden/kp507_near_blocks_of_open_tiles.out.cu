// How large the tiles are only the instance says: that one of three blocks may be lost keeps the loop only where the sizes are known.
#include <type_traits>

template <typename T>
__global__ void product(const T *__restrict__ A, const T *__restrict__ B, T *__restrict__ C, int K, int N)
{
    constexpr int kp_stages = 2 * (sizeof(T[72][9]) + sizeof(T[8][49])) <= 48640 ? 2 : 1;
    __shared__ struct alignas(128) { T As[72][9], Bs[8][49]; } kp_As[kp_stages];
    const int x = threadIdx.x % 48, y = threadIdx.x / 48;
    T acc[9] = {};

    static_assert(::std::is_arithmetic<T>::value && !::std::is_volatile<T>::value,
                  "kpipe: made for other types; run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    T kp_r0[3], kp_r1;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        #pragma unroll
        for (int i = 0, kp_i = 0; i < 72; i += 24, ++kp_i)
            if (threadIdx.x < 192)
                kp_r0[kp_i] = A[(blockIdx.y * 72 + threadIdx.x / 8 + i) * K + k + threadIdx.x % 8];
        kp_r1 = B[(k + y) * N + blockIdx.x * 48 + x];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage].As;
        auto &Bs = kp_As[kp_stage].Bs;
        for (int j = 0; j < 8; ++j)
            for (int i = 0; i < 9; ++i)
                acc[i] += As[y * 9 + i][j] * Bs[j][x];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage].As;
        auto &Bs = kp_As[kp_stage].Bs;
        #pragma unroll
        for (int i = 0, kp_i = 0; i < 72; i += 24, ++kp_i)
            if (threadIdx.x < 192)
                As[threadIdx.x / 8 + i][threadIdx.x % 8] = 2 * kp_r0[kp_i];
        Bs[y][x] = 2 * kp_r1;
    };
    {
        int k = 0;
        if (k < K) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            for (k += 8; k < K; k += 8) {
                kp_fetch(k);
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
    for (int i = 0; i < 9; ++i)
        C[(blockIdx.y * 72 + y * 9 + i) * N + blockIdx.x * 48 + x] = acc[i];
}

template <typename T>
void run(const T *A, const T *B, T *C, int M, int N, int K)
{
    product<T><<<dim3(N / 48, M / 72), 384>>>(A, B, C, K, N);
}

template void run<double>(const double *, const double *, double *, int, int, int);
