// The test holds for every element type: sizes in it are the type's own.
#include <type_traits>

template <typename T, int BS>
__global__ void smooth(const T *x, T *y, int n, int begin)
{
    constexpr int kp_stages = 2 * (sizeof(T[BS])) <= 48896 ? 2 : 1;
    __shared__ struct alignas(128) { T xs[BS]; } kp_xs[kp_stages];
    const int t = threadIdx.x, from = begin + blockIdx.x * n;

    static_assert(::std::is_arithmetic<T>::value && !::std::is_volatile<T>::value,
                  "kpipe: made for other types; run kpipe again");
    // kpipe: pipelined where these hold, else the loop as written
    auto kp_clear = [](const volatile void *kp_a, long long kp_a_from, long long kp_a_to,
                    const volatile void *kp_b, long long kp_b_from, long long kp_b_to) {
        return reinterpret_cast<long long>(kp_a) + kp_a_to <= reinterpret_cast<long long>(kp_b) + kp_b_from ||
                reinterpret_cast<long long>(kp_b) + kp_b_to <= reinterpret_cast<long long>(kp_a) + kp_a_from;
    };
    const bool kp_apart =
        sizeof(T) <= 16 &&
        size_t(BS) <= 2147483647 &&
        kp_clear(x, (long long)sizeof(T) * from, (long long)sizeof(T) * from + (long long)sizeof(T) * n + (long long)sizeof(T) * BS - ((long long)sizeof(T)),
                y, (long long)sizeof(T) * from, (long long)sizeof(T) * from + (long long)sizeof(T) * n + (long long)sizeof(T) * BS - ((long long)sizeof(T)));
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    if (kp_apart) {
        T kp_r0;
        auto kp_fetch = [&](int k) __attribute__((always_inline)) {
            if (t < BS)
                kp_r0 = x[from + k + t];
        };
        auto kp_compute = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &xs = kp_xs[kp_stage].xs;
            if (t < BS)
                y[from + k + t] = xs[t] + xs[BS - 1 - t];
        };
        auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
            auto &xs = kp_xs[kp_stage].xs;
            if (t < BS)
                xs[t] = kp_r0;
        };
        {
            int k = 0;
            if (k < n) {
                int kp_stage = 0;
                kp_fetch(k);
                kp_store(kp_stage);
                __syncthreads();
                int kp_k = k;
                for (k += BS; k < n; k += BS) {
                    kp_fetch(k);
                    kp_compute(kp_k, kp_stage);
                    if (kp_stages == 1)
                        __syncthreads();
                    kp_store(kp_stage ^ (kp_stages - 1));
                    __syncthreads();
                    kp_k = k;
                    kp_stage ^= kp_stages - 1;
                }
                kp_compute(kp_k, kp_stage);
            }
        }
    } else { // kpipe: as written
        auto &xs = kp_xs[0].xs;
        for (int k = 0; k < n; k += BS) {
            if (t < BS)
                xs[t] = x[from + k + t];
            __syncthreads();
            if (t < BS)
                y[from + k + t] = xs[t] + xs[BS - 1 - t];
            __syncthreads();
        }
    }
}
