// The same product without guards: its registers leave both blocks.
__global__ void product(const float *A, const float *B, float *C, int M, int N, int K)
{
    __shared__ float As[64 * 8], Bs[8 * 64];
    const unsigned row = threadIdx.x / 64, col = threadIdx.x % 64;
    const unsigned row_a = threadIdx.x / 8, col_a = threadIdx.x % 8, row_b = threadIdx.x / 64, col_b = threadIdx.x % 64;
    float acc[8] = {0.0};

    A += blockIdx.y * 64 * K;
    B += blockIdx.x * 64;
    C += blockIdx.y * 64 * N + blockIdx.x * 64;
    for (unsigned k = 0; k < K; k += 8) {
        As[row_a * 8 + col_a] = A[row_a * K + col_a];
        Bs[row_b * 64 + col_b] = B[row_b * N + col_b];
        __syncthreads();
        A += 8;
        B += 8 * N;
        for (unsigned j = 0; j < 8; j++) {
            float b = Bs[j * 64 + col];
            for (unsigned i = 0; i < 8; i++)
                acc[i] += As[(row * 8 + i) * 8 + j] * b;
        }
        __syncthreads();
    }
    for (unsigned i = 0; i < 8; i++)
        if (blockIdx.y * 64 + row * 8 + i < M && blockIdx.x * 64 + col < N)
            C[(row * 8 + i) * N + col] = acc[i];
}

void run(float *A, float *B, float *C, int M, int N, int K)
{
    product<<<dim3((N + 63) / 64, (M + 63) / 64), 512>>>(A, B, C, M, N, K);
}
