// kpipe: --unroll --shape ring
// Unrolled, the labels would stand twice, which ptxas refuses.
#include <cuda_pipeline_primitives.h>

__global__ void __launch_bounds__(128) clamped(const float *__restrict__ x, float *__restrict__ out, int K)
{
    __shared__ __align__(16) float kp_s[2][128];
    int t = threadIdx.x;
    double acc = 0;
    // kpipe: s in copies of 16 bytes where these hold, else as written
    const bool kp_wide = blockDim.x == 128 && reinterpret_cast<size_t>(x) % 16 == 0;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&, k = 0](int kp_stage) mutable __attribute__((always_inline)) {
        auto &s = kp_s[kp_stage];
        if (k < K) {
            if (kp_wide) {
                const unsigned int kp_v = threadIdx.x;
                if (kp_v < 32 && __activemask()) { // true: to keep a branch
                    const unsigned int kp_x = kp_v * 4;
                    int t = kp_x;
                    __pipeline_memcpy_async(&s[t], &x[k + t], sizeof(float4));
                }
            } else
                __pipeline_memcpy_async(&s[t], &x[k + t], sizeof(float));
            k += 128;
        }
        __pipeline_commit();
    };
    kp_load(0);
    int kp_stage = 0, kp_next = 1;
    for (int k = 0; k < K; k += 128) {
        __pipeline_wait_prior(0);
        __syncthreads();
        kp_load(kp_next);
        auto &s = kp_s[kp_stage];
        kp_next = kp_stage;
        kp_stage ^= 1;
        float v = s[127 - t];
        asm volatile(".reg .pred pos;\n"
                     "setp.le.f32 pos, %0, 0f00000000;\n"
                     "@pos bra DONE;\n"
                     "add.f32 %0, %0, %0;\n"
                     "DONE:\n"
                     : "+f"(v));
        for (int i = 0; i < 64; i++)
            acc += v / s[i] * acc;
    }
    out[blockIdx.x * 128 + t] = acc;
}
