// Rows of 33 words: the column lies in 32 banks.
__global__ void transpose(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float tile[32][33];
    int tx = threadIdx.x, ty = threadIdx.y;

    for (int i = 0; i < 32; i += 8)
        tile[ty + i][tx] = x[(blockIdx.y * 32 + ty + i) * n + blockIdx.x * 32 + tx];
    __syncthreads();
    for (int i = 0; i < 32; i += 8)
        y[(blockIdx.x * 32 + ty + i) * n + blockIdx.y * 32 + tx] = tile[tx][ty + i];
}

void run(const float *x, float *y, int n)
{
    transpose<<<dim3(n / 32, n / 32), dim3(32, 8)>>>(x, y, n);
}
