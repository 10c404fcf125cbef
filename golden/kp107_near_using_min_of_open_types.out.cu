// What `min` is of the template's types, an instance says; no function of the program has the name.
#include <type_traits>

template <typename T, typename I>
__global__ void sums(const T *__restrict__ a, T *__restrict__ out, I n, int limit)
{
    using ::min;
    __shared__ struct alignas(128) { T tile[128]; } kp_tile[2];
    T sum = 0;
    const I end = min(n, (I)limit);

    static_assert(::std::is_arithmetic<T>::value && !::std::is_volatile<T>::value,
                  "kpipe: made for other types; run kpipe again");
    static_assert(::std::is_arithmetic<I>::value && !::std::is_volatile<I>::value,
                  "kpipe: made for other types; run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    T kp_r0;
    auto kp_fetch = [&](auto k) __attribute__((always_inline)) {
        kp_r0 = a[k + threadIdx.x];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage].tile;
        for (int i = 0; i < 128; i++)
            sum += tile[i] * (i + 1);
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage].tile;
        tile[threadIdx.x] = kp_r0;
    };
    {
        I k = 0;
        if (k < end) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            for (k += 128; k < end; k += 128) {
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    out[blockIdx.x * 128 + threadIdx.x] = sum;
}

void run(const float *a, float *out, int n)
{
    sums<float, int><<<16, 128>>>(a, out, n, 1000);
}
