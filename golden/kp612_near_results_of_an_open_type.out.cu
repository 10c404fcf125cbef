// What a template's type leaves open flows from the tile through a variable of that type into memory, in a loop within compute: a value, not the tile's address.
#include <type_traits>

template <typename T> __global__ void nearest(int n, const T *__restrict__ points, int m, const T *__restrict__ others, T *__restrict__ result)
{
    __shared__ struct alignas(128) { T buf[512]; } kp_buf[2];

    static_assert(::std::is_arithmetic<T>::value && !::std::is_volatile<T>::value,
                  "kpipe: made for other types; run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    T kp_r0[4];
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        memset(kp_r0, 0, sizeof(kp_r0));
        int end = min(m, k + 512) - k;
        #pragma unroll
        for (int j = threadIdx.x, kp_i = 0; kp_i < 4 && j < end; j += blockDim.x, ++kp_i)
            kp_r0[kp_i] = others[k + j];
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
    auto kp_store = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &buf = kp_buf[kp_stage].buf;
        int end = min(m, k + 512) - k;
        {
            int j = threadIdx.x;
            #pragma unroll
            for (int kp_i = 0; kp_i < 4 && j < end; j += blockDim.x, ++kp_i)
                buf[j] = kp_r0[kp_i];
            for (; j < end; j += blockDim.x)
                buf[j] = others[k + j];
        }
    };
    {
        int k = 0;
        if (k < m) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(k, kp_stage);
            __syncthreads();
            int kp_k = k;
            for (k += 512; k < m; k += 512) {
                kp_fetch(k);
                kp_compute(kp_k, kp_stage);
                kp_store(k, kp_stage ^ 1);
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
