// kpipe: --stages 2
// Parameters of partial specialisations, which are not the first arguments of the template.
#include <type_traits>

enum kind { L2, COS };
template <kind M, typename F> struct metric {
    static __device__ float sum(const F *v, int n);
};
template <typename F> struct metric<L2, F> {
    static __device__ F sum(const F *v, int n)
    {
        F s = 0;
        for (int i = 0; i < n; i++)
            s += v[i];
        return s;
    }
};
template <kind M, typename F> __global__ void kern(F *out, const F *__restrict__ x, int n)
{
    __shared__ struct alignas(128) { F a[64]; } kp_a[2];
    const int t = threadIdx.x;
    F s = 0;

    static_assert(static_cast<long long>(M) == 0 && ::std::is_same<F, float>::value,
                  "kpipe: M or F has changed: run kpipe again");
    static_assert(::std::is_arithmetic<F>::value && !::std::is_volatile<F>::value,
                  "kpipe: made for other types; run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    F kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = x[k + t];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &a = kp_a[kp_stage].a;
        s += metric<M, F>::sum(a, 64);
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &a = kp_a[kp_stage].a;
        a[t] = kp_r0;
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
template __global__ void kern<L2, float>(float *out, const float *__restrict__ x, int n);

template <class A, class F> struct reversed;
template <class F> struct reversed<int, F> {
    static __device__ F sum(const F *v, int n)
    {
        F s = 0;
        for (int i = n; i > 0; i--)
            s += v[i - 1];
        return s;
    }
};
template <class A, class F> __global__ void by_a_type(F *out, const F *__restrict__ x, int n)
{
    __shared__ struct alignas(128) { F a[64]; } kp_a[2];
    const int t = threadIdx.x;
    F s = 0;

    static_assert(::std::is_same<A, int>::value && ::std::is_same<F, float>::value,
                  "kpipe: A or F has changed: run kpipe again");
    static_assert(::std::is_arithmetic<A>::value && !::std::is_volatile<A>::value,
                  "kpipe: made for other types; run kpipe again");
    static_assert(::std::is_arithmetic<F>::value && !::std::is_volatile<F>::value,
                  "kpipe: made for other types; run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    F kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = x[k + t];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &a = kp_a[kp_stage].a;
        s += reversed<A, F>::sum(a, 64);
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &a = kp_a[kp_stage].a;
        a[t] = kp_r0;
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
template __global__ void by_a_type<int, float>(float *out, const float *__restrict__ x, int n);
