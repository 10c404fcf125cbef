// global written in the loop, closing barrier, written again behind it
__global__ void k(const float *__restrict__ A, float *C, int n)
{
    __shared__ float As[64];
    const int t = threadIdx.x;
    float acc = 0.0f;
    for (int i = 0; i < n; ++i) {
        As[t] = A[i * 64 + t];
        __syncthreads();
        acc += As[63 - t];
        C[t] = acc;
        __syncthreads();
    }
    C[63 - t] = 1.0f;
}
