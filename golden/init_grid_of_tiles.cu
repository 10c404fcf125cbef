// No launch in sight: blocks of 32x32 tiles cover N and M, without guards, so that these are multiples of 32.
__global__ void product(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int M, int N, int K)
{
    __shared__ float As[32][8];
    __shared__ float Bs[8][32];
    const int by = blockIdx.y, bx = blockIdx.x, t = threadIdx.x;
    float sum[4] = {0};

    for (int k0 = 0; k0 < K; k0 += 8) {
        As[t / 8][t % 8] = A[(by * 32 + t / 8) * K + k0 + t % 8];
        Bs[t / 32][t % 32] = B[(k0 + t / 32) * N + bx * 32 + t % 32];
        __syncthreads();
        for (int k = 0; k < 8; ++k)
            for (int i = 0; i < 4; ++i)
                sum[i] += As[t / 32 * 4 + i][k] * Bs[k][t % 32];
        __syncthreads();
    }
    for (int i = 0; i < 4; ++i)
        C[(by * 32 + t / 32 * 4 + i) * N + bx * 32 + t % 32] = sum[i];
}
