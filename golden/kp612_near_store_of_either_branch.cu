// The plan is one buffer, and the stores of both branches are one statement in the rewritten loop.
// Each iteration sets the row to what the last one has made of another variable.
__global__ void mm(const float *__restrict__ A, float *C, int K)
{
    __shared__ float As[16][16];
    const int t = threadIdx.x;
    int row, col, next = t / 16;
    float sum = 0.0f;

    for (int k = 0; k < K; k += 16) {
        row = next;
        next = (next + 1) % 16;
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
