// The rows are asynchronous as written and whole; the ragged vector is filled by another asynchronous
// copy, which registers cannot hold either.
#include <cuda_pipeline.h>

__global__ void __launch_bounds__(128)
    products(const float *__restrict__ a, const float *__restrict__ v, float *__restrict__ out, int n)
{
    __shared__ __align__(16) float as[16][128];
    __shared__ float vs[128];
    const int t = threadIdx.x;
    float sum = 0;

    vs[t] = 0;
    for (int k0 = 0; k0 < n; k0 += 128) {
        for (int i = 0; i < 16; ++i)
            __pipeline_memcpy_async(&as[i][t], &a[k0 * 16 + i * 128 + t], 4);
        if (k0 + t < n)
            __pipeline_memcpy_async(&vs[t], &v[k0 + t], 4);
        __pipeline_commit();
        __pipeline_wait_prior(0);
        __syncthreads();
        for (int k = 0; k < 16; ++k)
            sum += as[k][t] * vs[(t + k) % 128];
        __syncthreads();
    }
    out[t] = sum;
}

void launch(const float *a, const float *v, float *out, int n)
{
    products<<<1, 128>>>(a, v, out, n);
}
