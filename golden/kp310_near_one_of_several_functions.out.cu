// kpipe: --stages 2
// Which of several functions of a name fills the tile depends on the template's argument, and is the same one in all
// visible instances: they are asserted.
#include <type_traits>

template <class U, class W> __device__ void put(U &a, const W &v) { a = v; }
template <class U, class W> __device__ void put(U *a, const W *v) { *a = *v; }

template <class T> __global__ void by_reference(float *out, const float *__restrict__ x, int n)
{
    __shared__ __align__(128) T kp_a[2][64];
    const int t = threadIdx.x;
    float s = 0;

    static_assert(::std::is_same<T, float>::value, "kpipe: T has changed: run kpipe again");
    static_assert(::std::is_arithmetic<T>::value && !::std::is_volatile<T>::value,
                  "kpipe: made for other types; run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        { // put(), inlined
            {
                kp_r0 = x[k + t];
            }
        }
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &a = kp_a[kp_stage];
        for (int j = 0; j < 64; j++)
            s += a[j];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &a = kp_a[kp_stage];
        { // put(), inlined
            auto &kp_in0 = a[t];
            {
                auto &a = kp_in0;
                auto &v = kp_r0;
                a = v; 
            }
        }
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
template __global__ void by_reference<float>(float *out, const float *__restrict__ x, int n);

template <class T> __global__ void by_pointer(float *out, const float *__restrict__ x, int n)
{
    __shared__ __align__(128) T kp_a[2][64];
    const int t = threadIdx.x;
    float s = 0;

    static_assert(((::std::is_same<T, float>::value) || (::std::is_same<T, int>::value)),
                  "kpipe: T has changed: run kpipe again");
    static_assert(::std::is_arithmetic<T>::value && !::std::is_volatile<T>::value,
                  "kpipe: made for other types; run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        { // put(), inlined
            {
                const auto *v = x + k + t;
                kp_r0 = *v; 
            }
        }
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &a = kp_a[kp_stage];
        for (int j = 0; j < 64; j++)
            s += a[j];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &a = kp_a[kp_stage];
        { // put(), inlined
            auto *kp_in0 = a + t;
            {
                auto *a = kp_in0;
                *a = kp_r0; 
            }
        }
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
template __global__ void by_pointer<float>(float *out, const float *__restrict__ x, int n);
template __global__ void by_pointer<int>(float *out, const float *__restrict__ x, int n);
