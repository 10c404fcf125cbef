// Eight words per thread are copied by cp.async.
#include <cuda_pipeline_primitives.h>
#include <type_traits>

template <typename T, int ROWS>
__global__ void __launch_bounds__(256) sums(const T *__restrict__ A, T *__restrict__ C, int n)
{
    __shared__ struct alignas(128) { T s[ROWS * 32]; } kp_s[2];
    const int t = threadIdx.x;
    T sum = 0;

    static_assert(::std::is_same<T, float>::value && ROWS == 64,
                  "kpipe: T or ROWS has changed: run kpipe again");
    static_assert(::std::is_arithmetic<T>::value && !::std::is_volatile<T>::value,
                  "kpipe: made for other types; run kpipe again");
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &s = kp_s[kp_stage].s;
        for (int i = 0; i < ROWS / 8; i++)
            __pipeline_memcpy_async(&s[i * 256 + t], &A[(k * (ROWS / 8) + i) * 256 + t + 1],
                                    sizeof(T));
        __pipeline_commit();
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &s = kp_s[kp_stage].s;
        for (int i = 0; i < ROWS; i++)
            sum += s[(i * 32 + t) % (ROWS * 32)];
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_load(k, kp_stage);
            __pipeline_wait_prior(0);
            __syncthreads();
            for (k++; k < n; k++) {
                kp_load(k, kp_stage ^ 1);
                kp_compute(kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    C[t] = sum;
}

void launch(const float *A, float *C, int n)
{
    sums<float, 64><<<1, 256>>>(A, C, n);
}
