// What a name adds to the rows alone is padding: the block is as large as the tile without it.
template <int TILE, int SKEW>
__global__ void product(const float *__restrict__ a, const float *__restrict__ b,
                        float *__restrict__ c, int n)
{
    __shared__ float as[TILE][TILE + SKEW], bs[TILE][TILE + SKEW];
    const int x = threadIdx.x, y = threadIdx.y;
    const int row = blockIdx.y * TILE + y, col = blockIdx.x * TILE + x;
    float sum = 0.0f;
    for (int k = 0; k < n; k += TILE) {
        as[y][x] = k + x < n ? a[row * n + k + x] : 0.0f;
        bs[y][x] = k + y < n && col < n ? b[(k + y) * n + col] : 0.0f;
        __syncthreads();
        for (int j = 0; j < TILE; ++j)
            sum += as[y][j] * bs[j][x];
        __syncthreads();
    }
    c[row * n + col] = sum;
}
