// A name like cuSPARSE's that it does not have.
#include <cusparse.h>

__global__ void scaled(cusparseScaling_t scaling, const float *__restrict__ a,
                       const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[64];
    float sum = 0.0f;

    for (int t = 0; t < n; t++) {
        xs[threadIdx.x] = x[t * 64 + threadIdx.x];
        __syncthreads();
        for (int k = 0; k < 64; k++)
            sum += xs[k] * a[(t * 64 + k) * 64 + threadIdx.x];
        __syncthreads();
    }
    y[threadIdx.x] = sum * (int)scaling;
}
