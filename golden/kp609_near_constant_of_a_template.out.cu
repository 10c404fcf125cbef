// A constant of a class template's instance, of a number that its argument is.
#include <type_traits>

template <class T>
struct limits {
    static constexpr T least = T(-64);
};

template <class T>
__device__ T largest(const T *tile, int most)
{
    T result = limits<T>::least;

    for (int i = 0; i < 128; i++)
        result = i < most && tile[i] > result ? tile[i] : result;
    return result;
}

template <class T>
__global__ void most(const T *__restrict__ a, T *__restrict__ out, int n)
{
    __shared__ struct alignas(128) { T tile[128]; } kp_tile[2];
    T all = limits<T>::least;

    static_assert(::std::is_same<T, float>::value, "kpipe: T has changed: run kpipe again");
    static_assert(::std::is_arithmetic<T>::value && !::std::is_volatile<T>::value,
                  "kpipe: made for other types; run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    T kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = a[k + threadIdx.x];
    };
    auto kp_compute = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage].tile;
        const T here = largest(tile, n - k);
        all = here > all ? here : all;
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage].tile;
        tile[threadIdx.x] = kp_r0;
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            int kp_k = k;
            for (k += 128; k < n; k += 128) {
                kp_fetch(k);
                kp_compute(kp_k, kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_k = k;
                kp_stage ^= 1;
            }
            kp_compute(kp_k, kp_stage);
        }
    }
    out[blockIdx.x * 128 + threadIdx.x] = all;
}

void run(const float *a, float *out, int n)
{
    most<<<16, 128>>>(a, out, n);
}
