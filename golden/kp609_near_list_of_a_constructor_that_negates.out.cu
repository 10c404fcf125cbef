// kpipe: --variant cp-async --stages 2
// The list has one value, which is not what the element becomes: no copy of its bits.
#include <type_traits>

struct Neg {
    float v;
    Neg() = default;
    __device__ Neg(float a) : v(-a)
    {
    }
};
template <typename T> __global__ void smooth(const T *__restrict__ x, T *__restrict__ y, int n)
{
    __shared__ __align__(128) Neg kp_xs[2][128];
    const int t = threadIdx.x;
    T sum = 0;

    static_assert(sizeof(Neg) == 4 && alignof(Neg) == 4,
                  "kpipe: sizeof(Neg) or alignof(Neg) has changed: run kpipe again");
    static_assert(::std::is_arithmetic<T>::value && !::std::is_volatile<T>::value,
                  "kpipe: made for other types; run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    T kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = x[k + t];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        for (int j = 0; j < 128; j++)
            sum += xs[j ^ t].v;
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        xs[t] = {kp_r0};
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            for (k += 128; k < n; k += 128) {
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    y[t] = sum;
}
void run(const float *x, float *y, int n)
{
    smooth<float><<<8, 128>>>(x, y, n);
}
