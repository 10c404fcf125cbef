// Each side of the smaller one of two numbers bounds it, also where the other one may be below zero.
__global__ void rows(const float *A, float *C, int n)
{
    __shared__ float tile[16][64];
    const int t = threadIdx.x, r = threadIdx.y, b = blockIdx.x;

    if (b < n)
        for (int k = 0; k < 512; k += 64) {
            for (int c = t; c < 64; c += 16)
                tile[r][c] = A[r * 512 + k + c];
            __syncthreads();
            for (int d = t; d < (n - 64 * b < 64 ? n - 64 * b : 64); d += 16)
                for (int c = 0; c < 64; c++)
                    C[r * 64 + d] += tile[r][c] * d;
            __syncthreads();
        }
}
