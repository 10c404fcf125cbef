// The text is read twice, and stores what it loads in the second one only.
#ifndef NAME
__device__ int next;
#define NAME first
#define TOUCH() s *= 0.5f
#include "kp609_file_that_includes_itself.cu"
#undef NAME
#undef TOUCH
#define NAME second
#define TOUCH() next += t == 0
#include "kp609_file_that_includes_itself.cu"
#else
__global__ void NAME(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ float As[128];
    const int t = threadIdx.x;
    float s = 0.0f;

    for (int k = 0; k < n; k += 128) {
        As[t] = A[k + t + next];
        __syncthreads();
        for (int j = 0; j < 128; j++)
            s += As[j] * j;
        TOUCH();
        __syncthreads();
    }
    C[blockIdx.x * 128 + t] = s;
}
#endif
