#include <cuda_runtime.h>

__global__ void __launch_bounds__(128) kern(const float *A, const float *B, float *C, int K, int n)
{
    __shared__ float s[256];
    const int t = threadIdx.x;
    float acc = 0.f;
    
    
    for (int k = 0; k < K; k += 256) {
        const int col = threadIdx.x;
        for (int r = 0; r < 2; r++) s[r * 128 + col] = A[k + col + r * 128];
        __syncthreads();
        #pragma unroll (sizeof(col))
 for (int z = 0; z < 4; z++) acc += z;
        for (int j = 0; j < 256; j += 8) acc += s[j] * (j + 1) + s[(t + j) % 256];
        __syncthreads();
        
    }
    
    
    C[blockIdx.x * 128 + t] = acc;
}

