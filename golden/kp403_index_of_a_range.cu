// kpipe: --stages 2
// The index is what the range holds, which the loop's header moves on.
__global__ void mm(const float *__restrict__ A, float *C, int K)
{
    __shared__ float As[2][128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < K; k += 128) {
        const int at[2] = {k / 128 % 2, 1};
        for (int row : at)
            As[row][t] = A[k + t];
        __syncthreads();
        for (int j = 0; j < 128; j++)
            sum += As[0][j] + As[1][t];
        __syncthreads();
    }
    C[t] = sum;
}
