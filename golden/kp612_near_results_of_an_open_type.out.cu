// What a template's type leaves open flows from the tile through a variable of that type into memory, in a loop within compute: a value, not the tile's address.
#include <cuda_pipeline_primitives.h>
#include <type_traits>

template <typename T> __global__ void nearest(int n, const T *__restrict__ points, int m, const T *__restrict__ others, T *__restrict__ result)
{
    __shared__ struct alignas(128) { T buf[512]; } kp_buf[2];

    static_assert(((::std::is_same<T, float>::value) || (::std::is_same<T, double>::value)),
                  "kpipe: T has changed: run kpipe again");
    static_assert(::std::is_arithmetic<T>::value && !::std::is_volatile<T>::value,
                  "kpipe: made for other types; run kpipe again");
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &buf = kp_buf[kp_stage].buf;
        int end = min(m, k + 512) - k;
        for (int j = threadIdx.x; j < end; j += blockDim.x)
            __pipeline_memcpy_async(&buf[j], &others[k + j], sizeof(T));
        __pipeline_commit();
    };
    auto kp_compute = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &buf = kp_buf[kp_stage].buf;
        int end = min(m, k + 512) - k;
        for (int j = threadIdx.x + blockIdx.x * blockDim.x; j < n; j += blockDim.x * gridDim.x) {
            T x = points[j], best = 0;
            for (int i = 0; i < end; i++) {
                T d = buf[i] - x;
                if (i == 0 || d * d < best)
                    best = d * d;
            }
            if (k == 0 || best < result[j])
                result[j] = best;
        }
    };
    {
        int k = 0;
        if (k < m) {
            int kp_stage = 0;
            kp_load(k, kp_stage);
            __pipeline_wait_prior(0);
            __syncthreads();
            int kp_k = k;
            for (k += 512; k < m; k += 512) {
                kp_load(k, kp_stage ^ 1);
                kp_compute(kp_k, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                kp_k = k;
                kp_stage ^= 1;
            }
            kp_compute(kp_k, kp_stage);
        }
    }
}

void of_float(float *result, const float *points, const float *others, int n) { nearest<<<4, 512>>>(n, points, n, others, result); }
void of_double(double *result, const double *points, const double *others, int n) { nearest<<<4, 512>>>(n, points, n, others, result); }
