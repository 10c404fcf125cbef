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
    for (auto p = A; p < A + n; p += TW) {
        for (int i = t; i < TW * 16; i += 128)
            sm.As[i / 16][i % 16] = A[((int)(p - A) + i / 16) * m + i % 16];
        __syncthreads();
        for (int j = 0; j < TW; ++j)
            acc += __half2float(sm.As[j][t % 16]) * S[(int)(p - A) + j];
        __syncthreads();
    }
    out[t] = acc;
}
