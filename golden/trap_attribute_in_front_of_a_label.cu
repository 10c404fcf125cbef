// kpipe: --arch sm_90 --stages 2
// What stands in front of the label is not run on the way to the launch.
#include <cuda_runtime.h>

static __global__ void __launch_bounds__(256) gemv(const float *__restrict__ A, const float *__restrict__ x, float *__restrict__ y, int K)
{
    extern __shared__ float xs[];
    const int t = threadIdx.x;
    float sum = 0;
    for (int k = 0; k < K; k += 256) {
        xs[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < 256; ++j) sum += A[(size_t)(k + j) * 256 + t] * xs[j];
        __syncthreads();
    }
    y[blockIdx.x * 256 + t] = sum;
}

void launch(const float *A, const float *x, float *y, int K, int blocks, int bytes)
{
    switch (blocks) {
    case 0: K++;
    case 1: gemv<<<blocks, 256, 40000>>>(A, x, y, K);
    }
}
