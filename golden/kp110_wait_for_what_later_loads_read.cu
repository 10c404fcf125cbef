// The wait in the loop is for a copy in front of it, too, and loads from the second on go by that.
#include <cuda_pipeline.h>
__global__ void k(const float *__restrict__ x, const int *__restrict__ w, float *__restrict__ y, int n)
{
    __shared__ float s[64];
    __shared__ int q[64];
    const int t = threadIdx.x;
    float acc = 0.0f;
    __pipeline_memcpy_async(&q[t], &w[t], 4);
    __pipeline_commit();

    for (int i = 0; i < n; i += 64) {
        const int o = i > 0 ? q[(t + i) & 63] : 0;
        __pipeline_memcpy_async(&s[t], &x[i + t + o], 4);
        __pipeline_commit();
        __pipeline_wait_prior(0);
        __syncthreads();
        for (int j = 0; j < 64; ++j)
            acc += s[j] * (j + t);
        __syncthreads();
    }
    y[blockIdx.x * 64 + t] = acc;
}
void run(const float *__restrict__ x, const int *__restrict__ w, float *__restrict__ y, int n) { k<<<8, 64>>>(x, w, y, n); }
