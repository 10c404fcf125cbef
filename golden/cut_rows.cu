// Both loops: the rows that registers hold have columns that they do not.
__global__ void gemv(const unsigned char *__restrict__ q, float *__restrict__ y, int n)
{
    __shared__ float xs[8][32];
    float sum = 0.0f;

    for (int k = 0; k < n; k += 256) {
        for (int r = threadIdx.y; r < 8; r += blockDim.y) {
            const int row = k + r * 32;
            for (int c = threadIdx.x; c < 32; c += blockDim.x)
                xs[r][c] = 0.5f * q[row + c];
        }
        __syncthreads();
        for (int j = 0; j < 256; ++j)
            sum += xs[j / 32][j % 32] * xs[threadIdx.y % 8][threadIdx.x % 32];
        __syncthreads();
    }
    y[(blockIdx.x * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x] = sum;
}

void launch(const unsigned char *q, float *y, int n, int blocks)
{
    gemv<<<blocks, dim3(16, 4)>>>(q, y, n);
}
