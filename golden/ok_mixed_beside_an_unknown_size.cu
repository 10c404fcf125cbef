// The sizes are an instance's: where two buffers of the rows do not fit beside the ragged vector,
// the compiled code has one.
#include <cuda_pipeline.h>

template <int M>
__global__ void __launch_bounds__(128)
    products(const float *__restrict__ a, const float *__restrict__ v, float *__restrict__ out, int n)
{
    __shared__ __align__(16) float as[M][128];
    __shared__ float vs[128];
    const int t = threadIdx.x;
    float sum = 0;

    vs[t] = 0;
    for (int k0 = 0; k0 < n; k0 += 128) {
        for (int i = 0; i < M; ++i)
            __pipeline_memcpy_async(&as[i][t], &a[k0 * M + i * 128 + t], 4);
        __pipeline_commit();
        if (k0 + t < n)
            vs[t] = v[k0 + t];
        __pipeline_wait_prior(0);
        __syncthreads();
        for (int k = 0; k < M; ++k)
            sum += as[k][t] * vs[(t + k) % 128];
        __syncthreads();
    }
    out[t] = sum;
}
