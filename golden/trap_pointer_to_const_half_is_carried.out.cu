// The counter's type is a pointer to const, spelled with a typedef that a member of the anonymous union hides.
#include <cuda_fp16.h>

#define TW 16

__global__ void __launch_bounds__(128) carried(const half *__restrict__ A, const float *__restrict__ S,
                                               float *__restrict__ out, int n, int m)
{
    __shared__ struct {
        half As[TW][16];
    } sm;
    union {
        int half;
        float of_it;
    };
    const int t = threadIdx.x;
    float acc = 0.0f;
    static_assert(TW == 16, "kpipe: TW has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, one buffer (revert this change to undo)
    __half kp_r0[2];
    auto kp_fetch = [&](const __half *p) __attribute__((always_inline)) {
        #pragma unroll
        for (int i = t, kp_i = 0; kp_i < 2; i += 128, ++kp_i)
            if (i < TW * 16)
                kp_r0[kp_i] = A[((int)(p - A) + i / 16) * m + i % 16];
    };
    auto kp_compute = [&](const __half *p) __attribute__((always_inline)) {
        for (int j = 0; j < TW; ++j)
            acc += __half2float(sm.As[j][t % 16]) * S[(int)(p - A) + j];
    };
    auto kp_store = [&]() __attribute__((always_inline)) {
        #pragma unroll
        for (int i = t, kp_i = 0; kp_i < 2; i += 128, ++kp_i)
            if (i < TW * 16)
                sm.As[i / 16][i % 16] = kp_r0[kp_i];
    };
    {
        auto p = A;
        if (p < A + n) {
            kp_fetch(p);
            kp_store();
            __syncthreads();
            const __half *kp_p = p;
            for (p += TW; p < A + n; p += TW) {
                kp_fetch(p);
                kp_compute(kp_p);
                __syncthreads();
                kp_store();
                __syncthreads();
                kp_p = p;
            }
            kp_compute(kp_p);
            __syncthreads();
        }
    }
    out[t] = acc;
}
