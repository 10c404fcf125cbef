// No instance is in sight: an element of C, whichever, and no loop around the atomic addition.
#include <type_traits>

template <typename T, typename I, int N>
__global__ void rows(const T *__restrict__ A, const T *__restrict__ B, T *__restrict__ C,
                     const I *__restrict__ to, int k, int n)
{
    constexpr int kp_stages = 2 * (sizeof(T[N][N]) + sizeof(T[N][N])) <= 48640 ? 2 : 1;
    __shared__ struct alignas(128) { T as[N][N], bs[N][N]; } kp_as[kp_stages];
    const int x = threadIdx.x, y = threadIdx.y;
    const I row = to[blockIdx.y * N + y];
    T sum = 0;

    static_assert(::std::is_arithmetic<T>::value && !::std::is_volatile<T>::value,
                  "kpipe: made for other types; run kpipe again");
    static_assert(::std::is_arithmetic<I>::value && !::std::is_volatile<I>::value,
                  "kpipe: made for other types; run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    T kp_r0, kp_r1;
    auto kp_fetch = [&](int s) __attribute__((always_inline)) {
        kp_r0 = A[row * k + s + x];
        kp_r1 = B[(s + y) * n + blockIdx.x * N + x];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &as = kp_as[kp_stage].as;
        auto &bs = kp_as[kp_stage].bs;
        for (int j = 0; j < N; ++j)
            sum += as[y][j] * bs[j][x];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &as = kp_as[kp_stage].as;
        auto &bs = kp_as[kp_stage].bs;
        as[y][x] = kp_r0;
        bs[y][x] = kp_r1;
    };
    {
        int s = 0;
        if (s < k) {
            int kp_stage = 0;
            kp_fetch(s);
            kp_store(kp_stage);
            __syncthreads();
            for (s += N; s < k; s += N) {
                kp_fetch(s);
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
    atomicAdd(&C[row * n + blockIdx.x * N + x], sum);
}
