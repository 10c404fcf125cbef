// The same for what compute alone reads: it waits for older copies first.
#include <cuda_pipeline.h>
__global__ void k(const float *__restrict__ x, const float *__restrict__ w, float *__restrict__ y, int n)
{
    __shared__ float s[64], q[64];
    const int t = threadIdx.x;
    float acc = 0.0f;
    __pipeline_memcpy_async(&q[t], &w[t], 4);
    __pipeline_commit();

    for (int i = 0; i < n; i += 64) {
        __pipeline_memcpy_async(&s[t], &x[i + t], 4);
        __pipeline_commit();
        __pipeline_wait_prior(0);
        __syncthreads();
        for (int j = 0; j < 64; ++j)
            acc += s[j] * q[63 - j];
        __syncthreads();
    }
    y[blockIdx.x * 64 + t] = acc;
}
void run(const float *__restrict__ x, const float *__restrict__ w, float *__restrict__ y, int n) { k<<<8, 64>>>(x, w, y, n); }
