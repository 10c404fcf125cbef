// kpipe: --stages 2
// Behind the last barrier of the inner loop a shared sum is stored, which the next iteration reads.
#define TILE 16
#define ROWS 2

__global__ void product(float *out, const float *__restrict__ x, const float *__restrict__ y, int n)
{
    __shared__ float last[TILE * TILE];
    __shared__ float a[TILE][TILE * ROWS], b[TILE][TILE];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int row = (blockIdx.y * TILE + ty) * ROWS, col = blockIdx.x * TILE + tx;
    float sum[ROWS] = {0.0f}, left[ROWS] = {0.0f}, right = 0.0f;

    for (int k = 0; k < n; k += TILE) {
        for (int i = 0; i < ROWS; i++)
            a[tx][ty * ROWS + i] = x[(row + i) * n + k + tx];
        b[ty][tx] = y[(k + ty) * n + col];
        __syncthreads();
        for (int j = 0; j < TILE; j++) {
            for (int i = 0; i < ROWS; i++)
                left[i] = a[j][ty * ROWS + i];
            right = b[j][tx];
            __syncthreads();
            for (int i = 0; i < ROWS; i++)
                {
                    sum[i] += left[i] * right;
                    last[ty * TILE + tx] = sum[i] + last[(ty * TILE + tx + 1) % (TILE * TILE)];
                }
        }
    }
    for (int i = 0; i < ROWS; i++)
        out[(row + i) * n + col] = sum[i] + last[ty];
}

void launch(float *out, const float *x, const float *y, int n)
{
    product<<<dim3(n / TILE, n / (TILE * ROWS)), dim3(TILE, TILE)>>>(out, x, y, n);
}
