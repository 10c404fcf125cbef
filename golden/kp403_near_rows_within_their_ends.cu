// kpipe: --variant ldg --stages 2
// What is stored has columns up to an end, which is below that of the row.
__global__ void sums(int n, const float *__restrict__ x, float *__restrict__ out)
{
    __shared__ float tile[32][17];
    float s = 0;

    for (int first = 0; first < n; first += 16) {
        const int rows = min(16, n - first);
        for (int i = threadIdx.x; i < 16 * 32; i += blockDim.x) {
            const int row = i / 32, column = i % 32;
            if (row < rows)
                tile[column][row] = x[(first + row) * 32 + column];
        }
        __syncthreads();
        for (int d = 0; d < 32; d++)
            for (int j = 0; j < rows; j++)
                s += tile[d][j];
        __syncthreads();
    }
    out[threadIdx.x] = s;
}
