// indices count float4 in one copy and float in the other
__global__ void k(const float *__restrict__ A, const int *__restrict__ I, float *C, int n)
{
    __shared__ __align__(16) float As[256];
    const int t = threadIdx.x;
    float acc = 0.0f;
    
    for (int i = 0; i < n; ++i) {
        if (t == 1) ((float4 *)As)[t] = ((const float4 *)A)[i * 64 + t];
        if (t == 1) As[t + 4] = A[i * 256 + 5 + t];
        __syncthreads();
        acc += As[4 + t % 4] * (i + 1);
        __syncthreads();
    }
    C[t] = acc;
}
