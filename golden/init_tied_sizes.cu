// As courses hand it out: the rows of B are the columns of A, but they are two arguments.
#define TILE 16

__global__ void product(const float *A, const float *B, float *C, int rowsA, int colsA, int rowsB,
                        int colsB)
{
    __shared__ float As[TILE][TILE], Bs[TILE][TILE];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int row = blockIdx.y * TILE + ty, col = blockIdx.x * TILE + tx;
    float sum = 0;

    for (int k = 0; k < colsA; k += TILE) {
        As[ty][tx] = row < rowsA && k + tx < colsA ? A[row * colsA + k + tx] : 0;
        Bs[ty][tx] = k + ty < colsA && col < colsB ? B[(k + ty) * colsB + col] : 0;
        __syncthreads();
        for (int i = 0; i < TILE; i++)
            sum += As[ty][i] * Bs[i][tx];
        __syncthreads();
    }
    if (row < rowsA && col < colsB)
        C[row * colsB + col] = sum;
}

void run(const float *hA, const float *hB, float *hC, int rowsA, int colsA, int rowsB, int colsB)
{
    float *A, *B, *C;

    cudaMalloc(&A, rowsA * colsA * sizeof(float));
    cudaMalloc(&B, rowsB * colsB * sizeof(float));
    cudaMalloc(&C, rowsA * colsB * sizeof(float));
    dim3 block(TILE, TILE), grid(ceil(colsB / (float)TILE), ceil((1.0 * rowsA) / TILE), 1);
    product<<<grid, block>>>(A, B, C, rowsA, colsA, rowsB, colsB);
}
