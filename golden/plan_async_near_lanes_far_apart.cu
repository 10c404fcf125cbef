// kpipe: --arch sm_90
// Neighbouring lanes read words side by side, which no vector can copy.
__global__ void __launch_bounds__(256) product(const float *A, const float *B, float *C, int K)
{
    __shared__ float As[16][64], Bs[16][64];
    const int t = threadIdx.x, x = t % 16, y = t / 16;
    float sum[4][4] = {};

    A += blockIdx.y * 64 * K;
    B += blockIdx.x * 64 * K;
    for (int k0 = 0; k0 < K; k0 += 16) {
        for (int i = t; i < 16 * 64; i += 256) {
            As[i / 64][i % 64] = A[(k0 + i / 64) * 64 + i % 64 + 1];
            Bs[i / 64][i % 64] = B[(k0 + i / 64) * 64 + i % 64 + 1];
        }
        __syncthreads();
        for (int k = 0; k < 16; k++)
            for (int i = 0; i < 16; i++)
                sum[i / 4][i % 4] += As[k][y * 4 + i / 4] * Bs[k][x * 4 + i % 4];
        __syncthreads();
    }
    for (int i = 0; i < 16; i++)
        C[(blockIdx.y * 64 + y * 4 + i / 4) * gridDim.x * 64 + blockIdx.x * 64 + x * 4 + i % 4] = sum[i / 4][i % 4];
}

void run(const float *A, const float *B, float *C, int N, int K)
{
    product<<<dim3(N / 64, N / 64), 256>>>(A, B, C, K);
}
