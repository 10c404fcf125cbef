#include <cuda_runtime.h>
struct __align__(1) I { float f; }; struct __attribute__((packed)) P { char c; I i; };
__global__ void kern(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int K)
{
    __shared__ P s[128];
    const int t = threadIdx.x;
    float acc = 0.f;
    
    
    for (int k = 0; k < K; k += 128) {
        s[t].i.f = A[k + t];
        __syncthreads();
        for (int j = 0; j < 128; j++) acc += s[j].i.f;
        __syncthreads();
    }
    
    
    C[blockIdx.x * 128 + t] = acc;
}

void run(const float *A, const float *B, float *C, int K)
{
    kern<<<4, 128>>>(A, B, C, K);
}
