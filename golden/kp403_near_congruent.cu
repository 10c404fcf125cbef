// The row in the tile is that in the matrix, modulo what the loop steps by: the same in every iteration.
__global__ void product(const float *__restrict__ A, const float *__restrict__ x,
                        float *__restrict__ y, int n)
{
    constexpr int BK = 8;
    __shared__ float tile[BK][64];
    const int column = threadIdx.x % 64;
    const int line = threadIdx.x / 64;
    float sum = 0.0f;

    for (int k = 0; k < n; k += BK) {
        for (int i = 0; i < 4; i++) {
            int row = line + i * 2 + k;
            tile[row % BK][column] = A[n * column + row];
        }
        __syncthreads();
        for (int j = 0; j < BK; ++j)
            sum += tile[j][column] * x[k + j];
        __syncthreads();
    }
    y[blockIdx.x * 128 + threadIdx.x] = sum;
}
