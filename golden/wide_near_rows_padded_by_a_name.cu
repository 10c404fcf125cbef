// Rows and columns have the halo: a thread loads one element of the whole tile.
template <int TILE, int HALO>
__global__ void blur(const float *__restrict__ a, float *__restrict__ b, int w, int n)
{
    __shared__ float as[TILE + HALO][TILE + HALO];
    const int x = threadIdx.x, y = threadIdx.y;
    float sum = 0.0f;

    for (int k = 0; k < n; ++k) {
        as[y][x] = a[(k * (TILE + HALO) + y) * w + blockIdx.x * TILE + x];
        __syncthreads();
        if (x < TILE && y < TILE)
            for (int j = 0; j <= HALO; ++j)
                for (int i = 0; i <= HALO; ++i)
                    sum += as[y + j][x + i] * (i + j);
        __syncthreads();
    }
    if (x < TILE && y < TILE)
        b[y * w + blockIdx.x * TILE + x] = sum;
}
