// kpipe: --stages 2
// `auto` of an array's element's address is a pointer, and no array, in a template too.
#include <type_traits>

template <class T> __device__ void put(T *to, const float *from) { *to = *from; }
template <class T> __device__ void put(T *to, const double *from) { *to = *from; }

template <class T> __global__ void kern(float *out, const float *__restrict__ x, int n)
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
            const float *from = x + k + t;
            kp_r0 = *from; 
        }
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &a = kp_a[kp_stage];
        auto p = a + t / 2;
        for (int j = 0; j < 32; j++)
            s += p[j];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &a = kp_a[kp_stage];
        { // put(), inlined
            auto *to = a + t;
            *to = kp_r0; 
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
template __global__ void kern<float>(float *out, const float *__restrict__ x, int n);
