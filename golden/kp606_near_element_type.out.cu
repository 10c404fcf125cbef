// A plain template element type: staging registers of type T.
#include <cuda_pipeline_primitives.h>
#include <type_traits>

template <typename T>
__global__ void gemv(const T *__restrict__ A, const T *__restrict__ x, T *__restrict__ y, int n)
{
    __shared__ struct alignas(128) { T xs[128]; } kp_xs[2];
    const int t = threadIdx.x;
    const int row = blockIdx.x * 128 + t;
    T sum = 0;

    static_assert(((::std::is_same<T, float>::value) || (::std::is_same<T, double>::value)),
                  "kpipe: T has changed: run kpipe again");
    static_assert(::std::is_arithmetic<T>::value && !::std::is_volatile<T>::value,
                  "kpipe: made for other types; run kpipe again");
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage].xs;
        __pipeline_memcpy_async(&xs[t], &x[k + t], sizeof(T));
        __pipeline_commit();
    };
    auto kp_compute = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage].xs;
        for (int j = 0; j < 128; ++j)
            sum += A[(k + j) * n + row] * xs[j];
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_load(k, kp_stage);
            __pipeline_wait_prior(0);
            __syncthreads();
            int kp_k = k;
            for (k += 128; k < n; k += 128) {
                kp_load(k, kp_stage ^ 1);
                kp_compute(kp_k, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                kp_k = k;
                kp_stage ^= 1;
            }
            kp_compute(kp_k, kp_stage);
            __syncthreads();
        }
    }
    y[row] = sum;
}

template __global__ void gemv<float>(const float *, const float *, float *, int);
template __global__ void gemv<double>(const double *, const double *, double *, int);
