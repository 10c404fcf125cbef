// kpipe: --stages 2
// So many numbers, whatever is edited elsewhere: the language names their type.
#include <string.h>

__global__ void times(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ float As[256];
    int t = threadIdx.x;
    float sum = 0;

    for (int k = 0; k < n; k += 256) {
        memcpy(&As[4 * t], &A[k + 4 * t], 4 * sizeof(float));
        __syncthreads();
        for (int j = 0; j < 256; ++j)
            sum += As[j] * (t - j);
        __syncthreads();
    }
    C[t] = sum;
}

__global__ void turned(const unsigned int *__restrict__ A, unsigned int *__restrict__ C, int n)
{
    __shared__ unsigned int As[256];
    int t = threadIdx.x;
    unsigned int sum = 0;

    for (int k = 0; k < n; k += 256) {
        memcpy(&As[4 * t], &A[k + 4 * t], sizeof(unsigned int) * 4);
        __syncthreads();
        for (int j = 0; j < 256; ++j)
            sum += As[j] * (t - j);
        __syncthreads();
    }
    C[t] = sum;
}

void run(const float *a, float *c, const unsigned *b, unsigned *d, int n)
{
    times<<<1, 64>>>(a, c, n);
    turned<<<1, 64>>>(b, d, n);
}
