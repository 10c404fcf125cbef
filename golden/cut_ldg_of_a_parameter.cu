// __ldg of an address of a template's type: the register has the type of what is read.
#include <cuda_fp16.h>

template <typename T>
__global__ void dot(const T *__restrict__ a, float *__restrict__ y, int n)
{
    __shared__ float as[256];
    float sum = 0.0f;

    for (int k = 0; k < n; k += 256) {
        for (int i = threadIdx.x; i < 256; i += blockDim.x)
            as[i] = k + i < n ? (float)__ldg(&a[k + i]) : 0.0f;
        __syncthreads();
        for (int j = 0; j < 256; ++j)
            sum += as[j] * as[(j + threadIdx.x) % 256];
        __syncthreads();
    }
    y[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

void launch(const half *a, const float *b, float *y, int n, int blocks)
{
    dot<<<blocks, 128>>>(a, y, n);
    dot<<<blocks, 128>>>(b, y, n);
}
