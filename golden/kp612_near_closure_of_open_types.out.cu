// A closure gets a number of an open type by value: the element, or the register that holds it.
#include <type_traits>

template <class T, class S>
__global__ void kern(float *out, const S *__restrict__ x, int n)
{
    __shared__ struct alignas(128) { T a[64]; } kp_a[2];
    const int t = threadIdx.x;
    float s = 0;

    static_assert(::std::is_same<T, int>::value && ::std::is_same<S, float>::value,
                  "kpipe: T or S has changed: run kpipe again");
    static_assert(::std::is_arithmetic<T>::value && !::std::is_volatile<T>::value,
                  "kpipe: made for other types; run kpipe again");
    static_assert(::std::is_arithmetic<S>::value && !::std::is_volatile<S>::value,
                  "kpipe: made for other types; run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    S kp_r0, kp_r1;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = x[k + t];
        kp_r1 = x[k + 63 - t];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &a = kp_a[kp_stage].a;
        for (int j = 0; j < 64; j++)
            s += a[j] * 0.25f;
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &a = kp_a[kp_stage].a;
        auto f = [=](S v) { v = v + 1; return T(v * n); };
        a[t] = f(kp_r0) + [](T v) { if (v > 0) return v; return T(0); }(kp_r1);
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            for (k += 64; k < n; k += 64) {
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    out[blockIdx.x * 64 + t] = s;
}
template __global__ void kern<int, float>(float *out, const float *__restrict__ x, int n);
