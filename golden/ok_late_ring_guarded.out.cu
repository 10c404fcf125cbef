// kpipe: --shape late-ring --variant cp-async
// How many stages fit is known where the template is instantiated: with one stage the copies start at the head.
#include <cuda_pipeline_primitives.h>

template <int SIZE>
__global__ void sums(const float *__restrict__ in, float *__restrict__ out, int n)
{
    constexpr int kp_stages = 3 * (sizeof(float[SIZE])) <= 48768 ? 3 : 1;
    __shared__ struct alignas(128) { float tile[SIZE]; } kp_tile[kp_stages];
    float sum = 0;

    // kpipe 0.1.0: pipelined, cp.async, 3 stages (revert this change to undo)
    auto kp_load = [&, k = 0](int kp_stage) mutable __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage].tile;
        if (k < n) {
            __pipeline_memcpy_async(&tile[threadIdx.x], &in[k + threadIdx.x], sizeof(float));
            k += SIZE;
        }
        __pipeline_commit();
    };
    for (int kp_stage = 0; kp_stage < kp_stages - 1; ++kp_stage)
        kp_load(kp_stage);
    int kp_stage = 0, kp_next = kp_stages - 1;
    for (int k = 0; k < n; k += SIZE) {
        if (kp_stages == 1) {
            __syncthreads();
            kp_load(0);
        }
        __pipeline_wait_prior(kp_stages > 1 ? kp_stages - 2 : 0);
        __syncthreads();
        auto &tile = kp_tile[kp_stage].tile;
        for (int j = 0; j < SIZE; ++j)
            sum += tile[j];
        if (kp_stages > 1)
            kp_load(kp_next);
        kp_next = kp_stage;
        kp_stage = kp_stage + 1 < kp_stages ? kp_stage + 1 : 0;
    }
    out[threadIdx.x] = sum;
}
