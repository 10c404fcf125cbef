// a guard that counts
__global__ void k(const float *__restrict__ A, float *C, int n)
{
    __shared__ float As[64];
    const int t = threadIdx.x;
    float acc = 0.0f;
    int left = n - 2;
    for (int i = 0; i < n; ++i) {
        if (left-- > 0)
            As[t] = A[i * 64 + t];
        else
            As[t] = 0.0f;
        __syncthreads();
        acc += As[63 - t] * (i + 1);
        __syncthreads();
    }
    C[t] = acc;
}
