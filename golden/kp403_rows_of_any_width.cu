// kpipe: --variant ldg --stages 2
// A column of a wider block is in the next row, which may not be filled.
__global__ void dots(int n, const float *__restrict__ keys, float *__restrict__ out)
{
    __shared__ float tile[16 * 32];
    const int column = threadIdx.x, row = threadIdx.y;
    float s = 0;

    for (int first = 0; first < n; first += 16) {
        if (first + row < n)
            tile[row * 32 + column] = keys[(first + row) * 32 + column];
        __syncthreads();
        const int rows = min(16, n - first);
        for (int j = 0; j < rows; j++)
            s += tile[j * 32 + column];
        __syncthreads();
    }
    out[row * 32 + column] = s;
}
