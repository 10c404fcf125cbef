// The reference to the tile is to an array, though the template leaves its type open: the cast is of its address.
#include <cuda_pipeline_primitives.h>

template <int B> __global__ void mm(float *__restrict__ A, float *__restrict__ C, int K)
{
    int tx = threadIdx.x;
    float4 s = {0, 0, 0, 0};
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    constexpr int kp_stages = 2 * (sizeof(float[B * 4])) <= 48896 ? 2 : 1;
    __shared__ struct alignas(128) { float As[B * 4]; } kp_As[kp_stages];
    auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage].As;
        __pipeline_memcpy_async(&reinterpret_cast<float4 *>(As + tx * 4)[0],
                                &reinterpret_cast<float4 *>(A + B * k + tx * 4)[0], sizeof(float4));
        __pipeline_commit();
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage].As;
        for (int i = 0; i < B; ++i)
            s.x = fma(As[i], As[i + 1], s.x);
    };
    {
        int k = 0;
        if (k < K / B) {
            int kp_stage = 0;
            kp_load(k, kp_stage);
            __pipeline_wait_prior(0);
            __syncthreads();
            for (k += 1; k < K / B; k += 1) {
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
    reinterpret_cast<float4 *>(C + tx * 4)[0] = s;
}
