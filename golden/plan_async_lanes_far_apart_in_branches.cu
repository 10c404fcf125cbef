// kpipe: --arch sm_90
// As in plan_async_lanes_far_apart, but threads beyond the first 256 leave the copy loop early, and ends are zeros: by registers
// each load would have branches of its own.
__global__ void product(const float *A, const float *B, float *C, int M, int K)
{
    __shared__ float As[16][64], Bs[16][64];
    const int t = threadIdx.x, x = t % 16, y = t / 16;
    float sum[4][4] = {};

    for (int k0 = 0; k0 < K; k0 += 16) {
        for (int i = t; i < 16 * 64; i += 256) {
            if (blockIdx.y * 64 + i % 64 < M && k0 + i / 64 < K)
                As[i / 64][i % 64] = A[(blockIdx.y * 64 + i % 64) * K + k0 + i / 64];
            else
                As[i / 64][i % 64] = 0;
            Bs[i / 64][i % 64] = B[(blockIdx.x * 64 + i % 64) * K + k0 + i / 64];
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
    product<<<dim3(N / 64, N / 64), 256>>>(A, B, C, N, K);
}
