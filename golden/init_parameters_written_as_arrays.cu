// Parameters written as arrays, and pointers to rows, are arrays of their rows' elements.
__global__ void product(float A[64][48], const float (*B)[32], float C[][32])
{
    __shared__ float a[16][16], b[16][16];
    const int x = threadIdx.x, y = threadIdx.y;
    const int row = blockIdx.y * 16 + y, column = blockIdx.x * 16 + x;
    float sum = 0.0f;

    for (int k = 0; k < 48; k += 16) {
        a[y][x] = A[row][k + x];
        b[y][x] = B[k + y][column];
        __syncthreads();
        for (int i = 0; i < 16; i++)
            sum += a[y][i] * b[i][x];
        __syncthreads();
    }
    C[row][column] = sum;
}

void launch(float (*A)[48], float (*B)[32], float (*C)[32])
{
    product<<<dim3(2, 4), dim3(16, 16)>>>(A, B, C);
}
