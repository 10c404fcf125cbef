// kpipe: --stages 2
// The object that is called is made where it is called, of a class that the parameter gives; it is
// zeros, and in the instance in sight its operator is a function of numbers.
#include <type_traits>

template <typename T> struct greater {
    __device__ T operator()(T a, T b) const { return a > b ? a : b; }
};

template <typename T>
__global__ void largest(const T *__restrict__ x, T *out, int n)
{
    __shared__ struct alignas(128) { T part[256]; } kp_part[2];
    const int t = threadIdx.x;
    T best = 0;

    static_assert(::std::is_same<T, float>::value, "kpipe: T has changed: run kpipe again");
    static_assert(::std::is_arithmetic<T>::value && !::std::is_volatile<T>::value,
                  "kpipe: made for other types; run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    T kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = x[k + t];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &part = kp_part[kp_stage].part;
        for (int j = 0; j < 256; j++)
            best = greater<T>()(best, part[j] + part[(j + t) % 256]);
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &part = kp_part[kp_stage].part;
        part[t] = kp_r0;
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            for (k += 256; k < n; k += 256) {
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    out[t] = best;
}

void launch(const float *x, float *out, int n)
{
    largest<float><<<1, 256>>>(x, out, n);
}
