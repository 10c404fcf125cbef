// kpipe: --arch sm_90
// Two buffers of 36 KB cost no block of 1024 threads: without any flag they become dynamic shared memory.
#include <cuda_runtime.h>

__global__ void __launch_bounds__(1024)
    sums(const float *__restrict__ A, float *__restrict__ out, int n)
{
    __shared__ float As[288][32];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 288) {
        for (int i = 0; i < 9; ++i)
            As[t / 32 + i * 32][t % 32] = A[(size_t)k * 32 + t + i * 1024];
        __syncthreads();
        for (int j = 0; j < 288; j += 16)
            sum += As[j][t % 32] * (j ^ t);
        __syncthreads();
    }
    out[blockIdx.x * 1024 + t] = sum;
}

void launch(const float *A, float *out, int n, int blocks)
{
    sums<<<blocks, 1024>>>(A, out, n);
}
