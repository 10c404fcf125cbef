// As kp504_near_cut_sets_a_variable_of_the_kernel, but a trip may take what an earlier trip has left.
#include <cuda_fp16.h>

__global__ void sums(const float *__restrict__ x, float *__restrict__ out, int n)
{
    __shared__ __align__(16) half xs[512];
    float sum = 0.0f;
    float4 v;
    half2 low, high;

    for (int k = 0; k < n; k += 512) {
        for (int i = threadIdx.x; i < 128; i += blockDim.x) {
            if (k + i * 4 < n)
                v = *reinterpret_cast<const float4 *>(x + k + i * 4);
            low = __floats2half2_rn(v.x, v.y);
            high = __floats2half2_rn(v.z, v.w);
            *reinterpret_cast<half2 *>(&xs[i * 4]) = low;
            *reinterpret_cast<half2 *>(&xs[i * 4 + 2]) = high;
        }
        __syncthreads();
        for (int j = 0; j < 512; ++j)
            sum += __half2float(xs[j]) * (j + threadIdx.x);
        __syncthreads();
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
void launch(const float *x, float *out, int n, int threads)
{
    sums<<<8, threads>>>(x, out, n);
}
