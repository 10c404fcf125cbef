// A trip uses the index that the one before has set: in the first trip it is the last iteration's.
__global__ void mm(const float *__restrict__ A, const float *__restrict__ B, float *C, int K)
{
    __shared__ float As[32][16];
    __shared__ float Bs[16][32];
    const int t = threadIdx.x;
    int row = 0, col, at;
    float sum = 0.0f;

    for (int k = 0; k < K; k += 16) {
        for (int i = t; i < 32 * 16; i += blockDim.x) {
            col = i % 16;
            at = row * K + k + col;
            if (k + col < K)
                As[row][col] = A[at];
            else
                As[row][col] = 0.0f;
            row = (row + 1) % 32;
        }
        for (int i = t; i < 32 * 16; i += blockDim.x) {
            row = i / 32;
            col = i % 32;
            if (k + row < K)
                Bs[row][col] = B[(k + row) * 32 + col];
            else
                Bs[row][col] = 0.0f;
        }
        __syncthreads();
        for (int j = 0; j < 16; j++)
            sum += As[t % 32][j] * Bs[j][t / 32];
        __syncthreads();
    }
    C[t] = sum;
}
