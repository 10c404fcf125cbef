// The column is permuted by the row: no two lanes meet in a bank.
__global__ void transpose(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float tile[32][32];
    int tx = threadIdx.x, ty = threadIdx.y;

    tile[ty][tx ^ ty] = x[(blockIdx.y * 32 + ty) * n + blockIdx.x * 32 + tx];
    __syncthreads();
    y[(blockIdx.x * 32 + ty) * n + blockIdx.y * 32 + tx] = tile[tx][ty ^ tx];
}

void run(const float *x, float *y, int n)
{
    transpose<<<dim3(n / 32, n / 32), dim3(32, 32)>>>(x, y, n);
}
