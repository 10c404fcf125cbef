// One of the two could be copied asynchronously, but the other needs the first trips of their loop alone.
#include <cuda_fp16.h>

__global__ void dot(const half *__restrict__ a, const float *__restrict__ b, float *__restrict__ y,
                    int n)
{
    __shared__ float as[256], bs[256];
    float sum = 0.0f;

    for (int k = 0; k < n; k += 256) {
        for (int i = threadIdx.x; i < 256; i += blockDim.x) {
            as[i] = __half2float(a[k + i]);
            bs[i] = b[k + i];
        }
        __syncthreads();
        for (int j = 0; j < 256; ++j)
            sum += as[j] * bs[(j + threadIdx.x) % 256];
        __syncthreads();
    }
    y[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
