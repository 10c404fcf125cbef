// The explicit instantiation makes a kernel for a class of the program: the assertion says so.
#include <type_traits>

struct both {
    float x, y;
};

template <typename T> __global__ void turn(int n, const T *__restrict__ x, T *__restrict__ y)
{
    constexpr int kp_stages = 2 * (sizeof(T[256])) <= 48896 ? 2 : 1;
    __shared__ struct alignas(128) { T xs[256]; } kp_xs[kp_stages];

    static_assert(::std::is_same<T, both>::value || ::std::is_same<T, float>::value,
                  "kpipe: made for other types; run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    T kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = x[k + threadIdx.x];
    };
    auto kp_compute = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage].xs;
        y[k + threadIdx.x] = xs[255 - threadIdx.x];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage].xs;
        xs[threadIdx.x] = kp_r0;
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            int kp_k = k;
            for (k += 256; k < n; k += 256) {
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
}

template <typename T> void run(int n, const T *x, T *y)
{
    turn<T><<<4, 256>>>(n, x, y);
}

template void run<float>(int n, const float *x, float *y);
template void run<both>(int n, const both *x, both *y);
