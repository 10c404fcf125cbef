// Each iteration sets the indices, variables of the function, to the same values before it uses them.
__global__ void mm(const float *__restrict__ A, float *C, int K)
{
    __shared__ float As[16][16];
    const int t = threadIdx.x;
    int row, col;
    float sum = 0.0f;

    for (int k = 0; k < K; k += 16) {
        row = t / 16;
        col = t % 16;
        if (k + col < K)
            As[row][col] = A[row * K + k + col];
        else
            As[row][col] = 0.0f;
        __syncthreads();
        for (int j = 0; j < 16; j++)
            sum += As[t % 16][j];
        __syncthreads();
    }
    C[t] = sum;
}
