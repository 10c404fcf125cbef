// One size counts tiles of 8 and covers the grid in parts of 32, without a guard: it grows by 32.
__global__ void product(const float *A, const float *B, float *C, int n)
{
    __shared__ float As[32][8], Bs[8][32];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int row = blockIdx.y * 32, col = blockIdx.x * 32;
    float sum = 0;

    for (int k = 0; k < n; k += 8) {
        if (tx < 8)
            As[ty][tx] = A[(row + ty) * n + k + tx];
        if (ty < 8)
            Bs[ty][tx] = B[(k + ty) * n + col + tx];
        __syncthreads();
        for (int i = 0; i < 8; i++)
            sum += As[ty][i] * Bs[i][tx];
        __syncthreads();
    }
    C[(row + ty) * n + col + tx] = sum;
}

void run(const float *A, const float *B, float *C, int n)
{
    dim3 block(32, 32), grid((n + 31) / 32, (n + 31) / 32);

    product<<<grid, block>>>(A, B, C, n);
}
