// What is taken off may make an index negative.
#include <cuda_pipeline_primitives.h>
#include <type_traits>

template <typename T, int BM, int BK, int THREADS, int OFF>
__global__ void __launch_bounds__(THREADS) sums(const T *__restrict__ a, float *__restrict__ out, int n)
{
    __shared__ struct alignas(128) { T s[BM][BK]; } kp_s[2];
    const int tid = threadIdx.x;
    float sum = 0.0f;

    static_assert(((::std::is_same<T, float>::value && BM == 64 && BK == 32 && THREADS == 256 && OFF == 4) || (::std::is_same<T, float>::value && BM == 32 && BK == 16 && THREADS == 128 && OFF == 8)),
                  "kpipe: T, BM, BK, THREADS or OFF has changed: run kpipe again");
    static_assert(::std::is_arithmetic<T>::value && !::std::is_volatile<T>::value,
                  "kpipe: made for other types; run kpipe again");
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](int k0, int kp_stage) __attribute__((always_inline)) {
        auto &s = kp_s[kp_stage].s;
        for (int l = 0; l < BM * BK / THREADS; ++l) {
            const int i = tid + l * THREADS - OFF + OFF;
            __pipeline_memcpy_async(&s[i / BK][i % BK],
                                    &a[(blockIdx.x * BM + i / BK) * n + k0 + i % BK], sizeof(T));
        }
        __pipeline_commit();
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &s = kp_s[kp_stage].s;
        for (int j = 0; j < BK; ++j)
            sum += s[tid % BM][j];
    };
    {
        int k0 = 0;
        if (k0 < n) {
            int kp_stage = 0;
            kp_load(k0, kp_stage);
            __pipeline_wait_prior(0);
            __syncthreads();
            for (k0 += BK; k0 < n; k0 += BK) {
                kp_load(k0, kp_stage ^ 1);
                kp_compute(kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    out[blockIdx.x * THREADS + tid] = sum;
}
void run(const float *a, float *out, int n)
{
    sums<float, 64, 32, 256, 4><<<4, 256>>>(a, out, n);
    sums<float, 32, 16, 128, 8><<<4, 128>>>(a, out, n);
}
