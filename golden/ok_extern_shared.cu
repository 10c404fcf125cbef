// Two tiles carved from one dynamic array; the launch's size argument has to grow with them.
static __global__ void matmul(const float *__restrict__ A, const float *__restrict__ B,
                              float *__restrict__ C, int N, int K)
{
    extern __shared__ float smem[];
    float *As = smem;
    float *Bs = smem + 16 * 16;
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int row = blockIdx.y * 16 + ty, col = blockIdx.x * 16 + tx;
    float sum = 0.0f;

    for (int k0 = 0; k0 < K; k0 += 16) {
        As[ty * 16 + tx] = A[row * K + k0 + tx];
        Bs[ty * 16 + tx] = B[(k0 + ty) * N + col];
        __syncthreads();
        for (int k = 0; k < 16; ++k)
            sum += As[ty * 16 + k] * Bs[k * 16 + tx];
        __syncthreads();
    }
    C[row * N + col] = sum;
}

void launch_matmul(const float *A, const float *B, float *C, int M, int N, int K)
{
    const size_t bytes = 2 * 16 * 16 * sizeof(float);
    matmul<<<dim3(N / 16, M / 16), dim3(16, 16), bytes>>>(A, B, C, N, K);
}
