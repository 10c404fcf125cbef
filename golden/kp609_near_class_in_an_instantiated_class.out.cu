// kpipe: --stages 2
// Methods of classes in a class template launch the kernel: one class is instantiated alone, the others with the class
// around them.
#include <cuda_pipeline_primitives.h>
#include <type_traits>

template <class T> struct outer {
    struct first {
        void go(T *x, int n);
    };
    struct second {
        void go(T *x, int n);
    };
};
template <class T> struct pair_of {
    T a, b;
};

template <class T> __global__ void sums(pair_of<T> *x, int n)
{
    constexpr int kp_stages = 2 * (sizeof(T[256])) <= 48896 ? 2 : 1;
    __shared__ struct alignas(128) { T t[256]; } kp_t[kp_stages];
    T s = 0;

    static_assert(((::std::is_same<T, float>::value) || (::std::is_same<T, double>::value)),
                  "kpipe: T has changed: run kpipe again");
    static_assert(::std::is_arithmetic<T>::value && !::std::is_volatile<T>::value,
                  "kpipe: made for other types; run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    T kp_r0;
    auto kp_fetch = [&](int i) __attribute__((always_inline)) {
        kp_r0 = x[i * 256 + threadIdx.x].a;
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &t = kp_t[kp_stage].t;
        for (int j = 0; j < 256; ++j)
            s += t[j];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &t = kp_t[kp_stage].t;
        t[threadIdx.x] = kp_r0;
    };
    {
        int i = 0;
        if (i < n) {
            int kp_stage = 0;
            kp_fetch(i);
            kp_store(kp_stage);
            __syncthreads();
            for (++i; i < n; ++i) {
                kp_fetch(i);
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
    x[threadIdx.x].b = s;
}

template <class T> __global__ void products(const pair_of<T> *x, pair_of<T> *y, int n)
{
    constexpr int kp_stages = 2 * (sizeof(T[256])) <= 48896 ? 2 : 1;
    __shared__ struct alignas(128) { T t[256]; } kp_t[kp_stages];
    T s = 1;

    static_assert(::std::is_same<T, double>::value, "kpipe: T has changed: run kpipe again");
    static_assert(::std::is_arithmetic<T>::value && !::std::is_volatile<T>::value,
                  "kpipe: made for other types; run kpipe again");
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](int i, int kp_stage) __attribute__((always_inline)) {
        auto &t = kp_t[kp_stage].t;
        __pipeline_memcpy_async(&t[threadIdx.x], &x[i * 256 + threadIdx.x].a, sizeof(T));
        __pipeline_commit();
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &t = kp_t[kp_stage].t;
        for (int j = 0; j < 256; ++j)
            s *= t[j];
    };
    {
        int i = 0;
        if (i < n) {
            int kp_stage = 0;
            kp_load(i, kp_stage);
            __pipeline_wait_prior(0);
            __syncthreads();
            for (++i; i < n; ++i) {
                if (kp_stages > 1)
                    kp_load(i, kp_stage ^ (kp_stages - 1));
                kp_compute(kp_stage);
                if (kp_stages == 1) {
                    __syncthreads();
                    kp_load(i, kp_stage);
                }
                __pipeline_wait_prior(0);
                __syncthreads();
                kp_stage ^= kp_stages - 1;
            }
            kp_compute(kp_stage);
            __syncthreads();
        }
    }
    y[threadIdx.x].b = s;
}

template <class T> void outer<T>::first::go(T *x, int n) { sums<T><<<1, 256>>>((pair_of<T> *)x, n); }
template <class T> void outer<T>::second::go(T *x, int n)
{
    products<T><<<1, 256>>>((pair_of<T> *)x, (pair_of<T> *)x + 256 * n, n);
}
template struct outer<float>::first;
template struct outer<double>;
