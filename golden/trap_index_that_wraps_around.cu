// an unsigned product wraps around: two trips write one element
__global__ void k(const float *__restrict__ A, const int *__restrict__ I, float *C, int n)
{
    __shared__ float As[256];
    const int t = threadIdx.x;
    float acc = 0.0f;
    
    for (int i = 0; i < n; ++i) {
        for (unsigned j = 0; j < 4; j++)
 As[t + 128 * ((j * 0x80000000u) >> 31)] = A[i * 1024 + j * 256 + t];
        __syncthreads();
        acc += As[255 - t] * (i + 1);
        __syncthreads();
    }
    C[t] = acc;
}
