// kpipe: --shape ring --stages 3 --unroll
// How many buffers there are says the size of the template: no number to unroll by.
#include <cuda_pipeline_primitives.h>

template <int W>
__global__ void sums(const float *__restrict__ a, float *out, int n)
{
    constexpr int kp_stages = 3 * (sizeof(float[W])) <= 48768 ? 3 : 1;
    __shared__ struct alignas(128) { float As[W]; } kp_As[kp_stages];
    float sum = 0.0f;

    // kpipe 0.1.0: pipelined, cp.async, 3 stages (revert this change to undo)
    auto kp_load = [&, k = 0](int kp_stage) mutable __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage].As;
        if (k < n) {
            __pipeline_memcpy_async(&As[threadIdx.x], &a[k + threadIdx.x], sizeof(float));
            k += W;
        }
        __pipeline_commit();
    };
    for (int kp_stage = 0; kp_stage < kp_stages - 1; ++kp_stage)
        kp_load(kp_stage);
    int kp_stage = 0, kp_next = kp_stages - 1;
    for (int k = 0; k < n; k += W) {
        if (kp_stages == 1) {
            __syncthreads();
            kp_load(0);
        }
        __pipeline_wait_prior(kp_stages > 1 ? kp_stages - 2 : 0);
        __syncthreads();
        if (kp_stages > 1)
            kp_load(kp_next);
        auto &As = kp_As[kp_stage].As;
        kp_next = kp_stage;
        kp_stage = kp_stage + 1 < kp_stages ? kp_stage + 1 : 0;
        for (int j = 0; j < W; ++j)
            sum = sum * 0.5f + As[j ^ threadIdx.x];
    }
    out[threadIdx.x] = sum;
}
