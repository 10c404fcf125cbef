// while (k != last) in the slice: inner while bumps
__global__ void k(const float *__restrict__ A, float *C, int n)
{
    __shared__ float As[64];
    const int t = threadIdx.x;
    float acc = 0.0f;
    int row = 0;
    for (int i = 0; i < n; ++i) {
        while (row++ < 2 * i)
            ;
        As[t] = A[row * 64 + t];
        __syncthreads();
        acc += As[63 - t] * (i + 1);
        __syncthreads();
    }
    C[t] = acc;
}
