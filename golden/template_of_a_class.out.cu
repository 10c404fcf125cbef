// The instance is of a class whose bits are copied.
#include <type_traits>

struct point {
    float v;
    point() = default;
    point(const point &) = default;
};

template <class T> __global__ void gemv(const T *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ struct alignas(128) { T xs[128]; } kp_xs[2];
    const int t = threadIdx.x;
    float sum = 0.0f;

    static_assert(::std::is_same<T, point>::value,
                  "kpipe: made for other types; run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    T kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = x[k + t];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage].xs;
        sum += xs[127 - t].v;
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage].xs;
        xs[t] = kp_r0;
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
    y[blockIdx.x * 128 + t] = sum;
}

void run(const point *x, float *y, int n)
{
    gemv<<<4, 128>>>(x, y, n);
}
