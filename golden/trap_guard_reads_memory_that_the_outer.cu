// guard reads memory that the outer loop changes: coverage is not constant
__global__ void k(const float *__restrict__ A, float *C, int n)
{
    __shared__ float As[64];
    __shared__ int lim[1];
    const int t = threadIdx.x;
    float acc = 0.0f;
    for (int r = 0; r < 2; ++r) {
        if (t == 0)
            lim[0] = r == 0 ? 64 : 20;
        __syncthreads();
        for (int i = 0; i < n; ++i) {
            if (t < lim[0])
                As[t] = A[i * 64 + t];
            __syncthreads();
            acc += As[63 - t] * (i + 1);
            __syncthreads();
        }
    }
    C[t] = acc;
}
