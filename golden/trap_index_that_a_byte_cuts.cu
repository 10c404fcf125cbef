// the index loses bits: two trips write one element
__global__ void k(const float *__restrict__ A, const int *__restrict__ I, float *C, int n)
{
    __shared__ float As[256];
    const int t = threadIdx.x;
    float acc = 0.0f;
    
    for (int i = 0; i < n; ++i) {
        for (int j = t; j < 1024; j += 128)
 As[(unsigned char)j] = A[i * 1024 + j];
        __syncthreads();
        acc += As[255 - t] * (i + 1);
        __syncthreads();
    }
    C[t] = acc;
}
