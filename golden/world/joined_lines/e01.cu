#include <cuda_runtime.h>

__global__ void __launch_bounds__(128) kern(const float *A, const float *B, float *C, int K, int n)
{
    __shared__ float s[256];
    const int t = threadIdx.x;
    float acc = 0.f;
    int cnt = 0;
    
    for (int k = 0; k < K; k += 256) {
        
        for (int i = t; i < 256; i += blockDim.x) s[i] = A[k + i];
        __syncthreads();
        
        acc += s[(t * 3) & 255] * cnt; -\
-cnt;
        __syncthreads();
        
    }
    
    acc += cnt;
    C[blockIdx.x * 128 + t] = acc;
}

