// kpipe: --variant ldg
// The declaration stands in both halves of the load phase, and once more in compute, which has its own.
__global__ void transpose(const float *__restrict__ src, float *__restrict__ dst, int cols, int n)
{
    __shared__ float tile[32][33];

    for (int i = blockIdx.x; i < n; i += gridDim.x) {
        {
            int c = (threadIdx.x + cols) % cols;
            for (int r = threadIdx.y; r < 32; r += 8)
                tile[r][c] = src[(i * 32 + r) * cols + c];
        }
        __syncthreads();
        {
            int c = (threadIdx.x + cols) % cols;
            for (int r = threadIdx.y; r < 32; r += 8)
                dst[(i * 32 + r) * cols + c] = tile[c][r];
        }
        __syncthreads();
    }
}
