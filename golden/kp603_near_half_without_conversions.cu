// kpipe: -- -D__CUDA_NO_HALF_CONVERSIONS__ -D__CUDA_NO_HALF_OPERATORS__
// Without CUDA's own conversions, as PyTorch's flags have it, a class that can become __half can be
// assigned to one; with them it would be ambiguous.
#include <cuda_fp16.h>

struct Half {
    unsigned short x;
    __device__ Half(float);
    __device__ operator float() const;
    __device__ Half(const __half &value)
    {
        x = *reinterpret_cast<const unsigned short *>(&value);
    }
    __device__ operator __half() const
    {
        return *reinterpret_cast<const __half *>(&x);
    }
};

__global__ void sums(const unsigned short *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ unsigned short tile[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        tile[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j) {
            __half h;

            h = *reinterpret_cast<const Half *>(&tile[j]);
            sum += __half2float(h);
        }
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
