// Parameters written as arrays are pointers: a test shows that the memory is apart.
__global__ void product(float A[64][64], float B[64][64], float C[])
{
    __shared__ float a[16][16], b[16][16];
    const int x = threadIdx.x, y = threadIdx.y;
    const int row = blockIdx.y * 16 + y, column = blockIdx.x * 16 + x;

    for (int k = 0; k < 64; k += 16) {
        a[y][x] = A[row][k + x];
        b[y][x] = B[k + y][column];
        __syncthreads();
        for (int i = 0; i < 16; i++)
            C[row * 64 + column] += a[y][i] * b[i][x];
        __syncthreads();
    }
}
