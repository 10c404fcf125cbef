// A label's statement has no place for a test in front of it.
__global__ void rows(const float *A, float *C, int n)
{
    __shared__ float tile[64];
    const int t = threadIdx.x;

    if (n < 0)
        goto all;
    n += 64;
all:
    for (int k = 0; k < n; k += 64) {
        tile[t] = A[k + t];
        __syncthreads();
        for (int c = 0; c < 64; c++)
            C[t] += tile[c];
        __syncthreads();
    }
}
