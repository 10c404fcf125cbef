// Two constants of one name: the tiles have the one that is in sight of them, where the stages are counted too.
#include <cuda_pipeline_primitives.h>

template <int BM>
__global__ void k(const float *__restrict__ A, float *__restrict__ out, int n)
{
    __shared__ float other[BM];
    const int t = threadIdx.x;
    other[t] = t;
    {
        constexpr int W = 8;
        if (t < W)
            out[t] = other[t];
    }
    constexpr int W = 64;
    constexpr int kp_stages = 2 * (sizeof(float[BM][W])) + sizeof(float[BM]) <= 48768 ? 2 : 1;
    __shared__ struct alignas(128) { float As[BM][W]; } kp_As[kp_stages];
    float acc = 0.0f;
    static_assert(W == 64, "kpipe: W has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage].As;
        for (int r = 0; r < BM; ++r)
            __pipeline_memcpy_async(&As[r][t], &A[r * n + k + t], sizeof(float));
        __pipeline_commit();
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage].As;
        for (int j = 0; j < W; ++j)
            acc += As[j % BM][(t + j) % W];
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_load(k, kp_stage);
            __pipeline_wait_prior(0);
            __syncthreads();
            for (k += W; k < n; k += W) {
                if (kp_stages > 1)
                    kp_load(k, kp_stage ^ (kp_stages - 1));
                kp_compute(kp_stage);
                if (kp_stages == 1) {
                    __syncthreads();
                    kp_load(k, kp_stage);
                }
                __pipeline_wait_prior(0);
                __syncthreads();
                kp_stage ^= kp_stages - 1;
            }
            kp_compute(kp_stage);
        }
    }
    out[64 + t] = acc;
}
