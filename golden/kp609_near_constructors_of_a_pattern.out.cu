// No instance is in sight: whichever constructor or conversion is taken only makes a value.
#include <type_traits>

struct cell {
    float v;
    __device__ cell(float f) : v(f) {}
    __device__ cell(int i, float f = 2.0f) : v(i * f) {}
    __device__ operator float() const { return v; }
};
__device__ float twice(cell c) { return c.v + c.v; }
template <class T>
__global__ void gemv(const T *__restrict__ x, float *__restrict__ y, int n)
{
    constexpr int kp_stages = 2 * (sizeof(T[128])) <= 48896 ? 2 : 1;
    __shared__ struct alignas(128) { T xs[128]; } kp_xs[kp_stages];
    const int t = threadIdx.x;
    float sum = 0.0f;

    static_assert(::std::is_arithmetic<T>::value && !::std::is_volatile<T>::value,
                  "kpipe: made for other types; run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    T kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = x[k + t];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage].xs;
        sum += cell(xs[127 - t]).v + twice(xs[t ^ 1]);
        sum += cell(xs[t ^ 2]);
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
                if (kp_stages == 1)
                    __syncthreads();
                kp_store(kp_stage ^ (kp_stages - 1));
                __syncthreads();
                kp_stage ^= kp_stages - 1;
            }
            kp_compute(kp_stage);
        }
    }
    y[blockIdx.x * 128 + t] = sum;
}
