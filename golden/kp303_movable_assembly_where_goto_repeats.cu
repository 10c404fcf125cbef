// A goto repeats the loop: the compiler may read its first tile in front of everything.
#include <cuda_fp16.h>
__device__ float l1(const float *p) { float h; asm("ld.global.nc.f32 %0, [%1];" : "=f"(h) : "l"(p)); return h; }
__global__ void __launch_bounds__(64)
    last_element(const float *__restrict__ A, float *__restrict__ out, int n, int rounds)
{
    __shared__ float s[64];
    const int t = threadIdx.x;
    float sum = 0.0f;
    int round = 0;

again:
    for (int k = 0; k < n; k += 64) {
        s[t] = l1(&A[min(k + t, n - 1)]);
        __syncthreads();
        for (int j = 0; j < 64; ++j)
            sum = sum * 0.5f + (s[j]);
        __syncthreads();
    }
    sum += round;
    if (++round < rounds)
        goto again;
    out[blockIdx.x * 64 + t] = sum;
}
