// kpipe: --stages 2
// How many numbers these are hangs on what a name means.
#include <string.h>

typedef float real;

__global__ void of_a_name(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ float As[256];
    int t = threadIdx.x;
    float sum = 0;

    for (int k = 0; k < n; k += 256) {
        memcpy(&As[4 * t], &A[k + 4 * t], 4 * sizeof(real));
        __syncthreads();
        for (int j = 0; j < 256; ++j)
            sum += As[j] * (t - j);
        __syncthreads();
    }
    C[t] = sum;
}

__global__ void of_an_element(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ float As[256];
    int t = threadIdx.x;
    float sum = 0;

    for (int k = 0; k < n; k += 256) {
        memcpy(&As[4 * t], &A[k + 4 * t], 4 * sizeof(*A));
        __syncthreads();
        for (int j = 0; j < 256; ++j)
            sum += As[j] * (t - j);
        __syncthreads();
    }
    C[t] = sum;
}

__global__ void of_another(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ float As[256];
    int t = threadIdx.x;
    float sum = 0;

    for (int k = 0; k < n; k += 256) {
        memcpy(&As[4 * t], &A[k + 4 * t], 4 * sizeof(int));
        __syncthreads();
        for (int j = 0; j < 256; ++j)
            sum += As[j] * (t - j);
        __syncthreads();
    }
    C[t] = sum;
}

void run(const float *a, float *c, int n)
{
    of_a_name<<<1, 64>>>(a, c, n);
    of_an_element<<<1, 64>>>(a, c, n);
    of_another<<<1, 64>>>(a, c, n);
}
