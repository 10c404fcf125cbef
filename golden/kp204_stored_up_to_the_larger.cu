// The larger one of two numbers, of which one has no bound.
__global__ void rows(const float *A, float *C, const int *last)
{
    __shared__ float tile[16][64];
    const int t = threadIdx.x, r = threadIdx.y;

    for (int k = 0; k < 512; k += 64) {
        for (int c = t; c < 64; c += 16)
            tile[r][c] = A[r * 512 + k + c];
        __syncthreads();
        for (int d = t; d < (last[r] < 64 ? 64 : last[r]); d += 16)
            for (int c = 0; c < 64; c++)
                C[r * 64 + d] += tile[r][c] * d;
        __syncthreads();
    }
}
