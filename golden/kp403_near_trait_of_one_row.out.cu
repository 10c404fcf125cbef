// kpipe: --variant cp-async --stages 2
// A trait of the template's type is a number in each instance: both stores are to one row.
#include <type_traits>
#include <cuda_pipeline_primitives.h>

template <typename T>
__global__ void one_row(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(128) float kp_xs[2][2][64];
    const int t = threadIdx.x;
    float sum = 0.0f;

    static_assert(((::std::is_same<T, float>::value) || (::std::is_same<T, short>::value)),
                  "kpipe: T has changed: run kpipe again");
    static_assert(::std::is_arithmetic<T>::value && !::std::is_volatile<T>::value,
                  "kpipe: made for other types; run kpipe again");
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        if (k + t < n)
            __pipeline_memcpy_async(&xs[std::is_same_v<T, float>][t], &x[k + t], sizeof(float));
        else
            xs[std::is_same_v<T, float>][t] = 0.0f;
        __pipeline_commit();
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        sum += xs[std::is_same_v<T, float>][63 - t];
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_load(k, kp_stage);
            __pipeline_wait_prior(0);
            __syncthreads();
            for (k += 64; k < n; k += 64) {
                kp_load(k, kp_stage ^ 1);
                kp_compute(kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    y[blockIdx.x * 64 + t] = sum;
}

void run(float *x, float *y, int n)
{
    one_row<float><<<8, 64>>>(x, y, n);
    one_row<short><<<8, 64>>>(x, y, n);
}
