// A closure of any type fills one tile, and a helper with two returns gives the other its value: the copies of
// 16 bytes are in a text with neither, and where they do not hold, the helper is called as before.
static __device__ float at(const float *p, int row, int column, int rows, int columns)
{
    if (row < rows && column < columns)
        return p[row * columns + column];
    return 0;
}

__global__ void product(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int m,
                        int n, int l)
{
    __shared__ float as[8][12];
    __shared__ float bs[8 * 12];
    const int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * 8 + ty, column = blockIdx.x * 8 + tx;
    auto fill = [&](auto k) { as[ty][tx] = A[row * l + k + tx]; };
    float sum = 0;

    for (int k = 0; k < l; k += 8) {
        fill(k);
        bs[ty * 12 + tx] = at(B, k + ty, column, l, n);
        __syncthreads();
        for (int j = 0; j < 8; j++)
            sum += as[ty][j] * bs[j * 12 + tx];
        __syncthreads();
    }
    if (row < m && column < n)
        C[row * n + column] = sum;
}
