// the index is where a search loop ended, so it moves
__global__ void k(const float *__restrict__ A, const int *__restrict__ I, float *C, int n)
{
    __shared__ float As[256];
    const int t = threadIdx.x;
    float acc = 0.0f;
    
    for (int i = 0; i < n; ++i) {
        int j; for (j = 0; j < I[i]; j++) ; As[t + j] = A[i * 128 + t];
        __syncthreads();
        acc += As[t + 64] * (i + 1);
        __syncthreads();
    }
    C[t] = acc;
}
