// All components are masked, by a loop with a constant bound: unrolled, each is a constant, and the vector stays in registers.
__global__ __launch_bounds__(256) void product(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int K, int N)
{
    __shared__ float As[32][32], Bs[32][32];
    const int x = threadIdx.x, y = threadIdx.y, row = y * 4 + x / 8, col = x % 8 * 4;
    float acc[4] = {};

    for (int k = 0; k < K; k += 32) {
        float4 a = make_float4(0, 0, 0, 0);
        if (k + col < K)
            a = *reinterpret_cast<const float4 *>(&A[(blockIdx.y * 32 + row) * K + k + col]);
        for (int i = 0; i < 4; ++i)
            if (k + col + 4 - i > K)
                reinterpret_cast<float *>(&a)[3 - i] = 0;
        *reinterpret_cast<float4 *>(&As[row][col]) = a;
        *reinterpret_cast<float4 *>(&Bs[row][col]) =
            *reinterpret_cast<const float4 *>(&B[(k + row) * N + blockIdx.x * 32 + col]);
        __syncthreads();
        for (int j = 0; j < 32; ++j)
            for (int i = 0; i < 4; ++i)
                acc[i] += As[y * 4 + i][j] * Bs[j][x];
        __syncthreads();
    }
    for (int i = 0; i < 4; ++i)
        C[(blockIdx.y * 32 + y * 4 + i) * N + blockIdx.x * 32 + x] = acc[i];
}

void run(const float *A, const float *B, float *C, int M, int N, int K)
{
    product<<<dim3(N / 32, M / 32), dim3(32, 8)>>>(A, B, C, K, N);
}
