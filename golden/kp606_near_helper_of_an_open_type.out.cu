// kpipe: --stages 2
// Inlined, the function's pointer is an auto *, and what it points to is what the argument does.
#include <cuda_pipeline_primitives.h>
#include <type_traits>

template <class T>
__device__ void fill(T *s, const T *g, int step, int t)
{
    for (int i = t; i < 512; i += step)
        s[i] = g[i];
}

template <typename scalar_t>
__global__ void sums(const scalar_t *__restrict__ x, scalar_t *__restrict__ y, int n)
{
    __shared__ struct alignas(128) { scalar_t tile[512]; } kp_tile[2];
    const int t = threadIdx.x;
    scalar_t sum = 0;

    static_assert(::std::is_same<scalar_t, float>::value,
                  "kpipe: scalar_t has changed: run kpipe again");
    static_assert(::std::is_arithmetic<scalar_t>::value && !::std::is_volatile<scalar_t>::value,
                  "kpipe: made for other types; run kpipe again");
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage].tile;
        { // fill(), inlined
            auto &s = tile;
            const auto *g = x + k;
            int step = 256;
            for (int i = t; i < 512; i += step)
                __pipeline_memcpy_async(&s[i], &g[i], sizeof(scalar_t));
        }
        __pipeline_commit();
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage].tile;
        for (int j = 0; j < 512; j++)
            sum += tile[j ^ t];
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_load(k, kp_stage);
            __pipeline_wait_prior(0);
            __syncthreads();
            for (k += 512; k < n; k += 512) {
                kp_load(k, kp_stage ^ 1);
                kp_compute(kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    y[blockIdx.x * 256 + t] = sum;
}

void run(const float *x, float *y, int n)
{
    sums<<<8, 256>>>(x, y, n);
}
