// Both phases begin with the same declaration, each in a block of its own.
__global__ void transpose(const float *__restrict__ src, float *__restrict__ dst, int cols, int n)
{
    __shared__ float tile[32][33];

    for (int i = blockIdx.x; i < n; i += gridDim.x) {
        {
            int c = threadIdx.x;
            for (int r = threadIdx.y; r < 32; r += 8)
                tile[r][c] = src[(i * 32 + r) * cols + c];
        }
        __syncthreads();
        {
            int c = threadIdx.x;
            for (int r = threadIdx.y; r < 32; r += 8)
                dst[(i * 32 + r) * cols + c] = tile[c][r];
        }
        __syncthreads();
    }
}
