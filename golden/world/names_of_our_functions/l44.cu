#include <cuda_runtime.h>
__constant__ int has_room;
__global__ void kern(const float *__restrict__ A, float *__restrict__ C, int K, int bk)
{
    extern __shared__ float s[];
    
    const int t = threadIdx.x;
    float acc = 0.f;
    
    for (int k = 0; k < K; k += bk) {
        for (int i = t; i < bk; i += blockDim.x) s[i] = A[k + i];
        __syncthreads();
        if (has_room) acc += 1; for (int j = 0; j < bk; j++) acc += s[j];
        __syncthreads();
    }
    
    C[blockIdx.x * blockDim.x + t] = acc;
}


void run(const float *A, float *C, int K, int bk)
{
    kern<<<4, 128, bk * sizeof(float)>>>(A, C, K, bk);
}
