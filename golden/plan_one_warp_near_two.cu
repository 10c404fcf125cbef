// Blocks of two warps, each of which makes half of the rows: cp.async.
__global__ void mm(const float *A, const float *B, float *C, int n)
{
    __shared__ float As[16][8];
    __shared__ float Bs[8][16];
    int t = threadIdx.x;
    float acc[8] = {};
    bool first = threadIdx.y == 0;

    for (int k0 = 0; k0 < n; k0 += 8) {
        if (first) *(float4 *)&As[t / 2][t % 2 * 4] =
            *(const float4 *)&A[(blockIdx.y * 16 + t / 2) * n + k0 + t % 2 * 4];
        if (first) *(float4 *)&Bs[t / 4][t % 4 * 4] =
            *(const float4 *)&B[(k0 + t / 4) * n + blockIdx.x * 16 + t % 4 * 4];
        __syncthreads();
        for (int i = threadIdx.y; i < 8; i += 2)
            for (int k = 0; k < 8; ++k)
                acc[i] += As[t / 16 + i * 2][k] * Bs[k][t % 16];
        __syncthreads();
    }
    for (int i = threadIdx.y; i < 8; i += 2)
        C[(blockIdx.y * 16 + t / 16 + i * 2) * n + blockIdx.x * 16 + t % 16] = acc[i];
}

void run(const float *A, const float *B, float *C, int n)
{
    mm<<<dim3(n / 16, n / 16), dim3(32, 2)>>>(A, B, C, n);
}
