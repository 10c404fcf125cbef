// The counter's type is a pointer to const, spelled with a typedef that a member of the anonymous union hides.
#include <cuda_fp16.h>

#define TW 16

__global__ void __launch_bounds__(128) carried(const half *__restrict__ A, const float *__restrict__ S,
                                               float *__restrict__ out, int n, int m)
{
    __shared__ __align__(128) struct {
        half As[TW][16];
    } kp_sm[2];
    union {
        int half;
        float of_it;
    };
    const int t = threadIdx.x;
    float acc = 0.0f;
    static_assert(TW == 16, "kpipe: TW has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    __half kp_r0[2];
    auto kp_fetch = [&](const __half *p) __attribute__((always_inline)) {
        #pragma unroll
        for (int i = t, kp_i = 0; kp_i < 2; i += 128, ++kp_i)
            if (i < TW * 16)
                kp_r0[kp_i] = A[((int)(p - A) + i / 16) * m + i % 16];
    };
    auto kp_compute = [&](const __half *p, int kp_stage) __attribute__((always_inline)) {
        auto &sm = kp_sm[kp_stage];
        for (int j = 0; j < TW; ++j)
            acc += __half2float(sm.As[j][t % 16]) * S[(int)(p - A) + j];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &sm = kp_sm[kp_stage];
        #pragma unroll
        for (int i = t, kp_i = 0; kp_i < 2; i += 128, ++kp_i)
            if (i < TW * 16)
                sm.As[i / 16][i % 16] = kp_r0[kp_i];
    };
    {
        auto p = A;
        if (p < A + n) {
            int kp_stage = 0;
            kp_fetch(p);
            kp_store(kp_stage);
            __syncthreads();
            const __half *kp_p = p;
            for (p += TW; p < A + n; p += TW) {
                kp_fetch(p);
                kp_compute(kp_p, kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_p = p;
                kp_stage ^= 1;
            }
            kp_compute(kp_p, kp_stage);
            __syncthreads();
        }
    }
    out[t] = acc;
}
