// Copies become wider, but the kernel holds its loop twice, and registers for both may leave one of two blocks.
__global__ void product(const float *A, const float *B, float *C, int M, int N, int K)
{
    __shared__ float As[64 * 8], Bs[8 * 64];
    const unsigned row = threadIdx.x / 64, col = threadIdx.x % 64;
    const unsigned row_a = threadIdx.x / 8, col_a = threadIdx.x % 8, row_b = threadIdx.x / 64, col_b = threadIdx.x % 64;
    int at_a = blockIdx.y * 64 * K, at_b = blockIdx.x * 64;
    const unsigned size_a = M * K, size_b = N * K;
    float acc[8] = {0.0};

    A += blockIdx.y * 64 * K;
    B += blockIdx.x * 64;
    C += blockIdx.y * 64 * N + blockIdx.x * 64;
    for (unsigned k = 0; k < K; k += 8) {
        As[row_a * 8 + col_a] = (at_a + row_a * K + col_a < size_a) ? A[row_a * K + col_a] : 0.0f;
        Bs[row_b * 64 + col_b] = (at_b + row_b * N + col_b < size_b) ? B[row_b * N + col_b] : 0.0f;
        __syncthreads();
        A += 8;
        B += 8 * N;
        at_a += 8;
        at_b += 8 * N;
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
