// a reference to the loop variable
__global__ void k(const float *__restrict__ A, float *C, int n)
{
    __shared__ float As[64];
    const int t = threadIdx.x;
    float acc = 0.0f;
    int i;
    const int &w = i;
    for (i = 0; i < n; ++i) {
        As[t] = A[i * 64 + t];
        __syncthreads();
        acc += As[63 - t] * w;
        __syncthreads();
    }
    C[t] = acc;
}
