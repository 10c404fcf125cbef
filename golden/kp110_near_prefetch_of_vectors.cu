// kpipe: --prefetch replace
// One tile is stored as it is loaded, the other one is transposed. Pointers move on.
__global__ void gemm(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int N, int K)
{
    __shared__ float As[128 * 8];
    __shared__ __align__(16) float Bs[8 * 128];
    const int t = threadIdx.x, ty = t / 16, tx = t % 16;
    float acc[8][8] = {};
    A += blockIdx.y * 128 * K;
    B += blockIdx.x * 128;
    float4 a = *(const float4 *)&A[(t / 2) * K + (t % 2) * 4];
    float4 b = *(const float4 *)&B[(t / 32) * N + (t % 32) * 4];

    for (int k = 0; k < K; k += 8) {
        As[((t % 2) * 4 + 0) * 128 + t / 2] = a.x;
        As[((t % 2) * 4 + 1) * 128 + t / 2] = a.y;
        As[((t % 2) * 4 + 2) * 128 + t / 2] = a.z;
        As[((t % 2) * 4 + 3) * 128 + t / 2] = a.w;
        *(float4 *)&Bs[(t / 32) * 128 + (t % 32) * 4] = b;
        __syncthreads();
        A += 8;
        B += 8 * N;
        if (k + 8 < K) {
            a = *(const float4 *)&A[(t / 2) * K + (t % 2) * 4];
            b = *(const float4 *)&B[(t / 32) * N + (t % 32) * 4];
        }
        for (int j = 0; j < 8; ++j)
            for (int i = 0; i < 8; ++i)
                for (int q = 0; q < 8; ++q)
                    acc[i][q] += As[j * 128 + ty * 8 + i] * Bs[j * 128 + tx * 8 + q];
        __syncthreads();
    }
    C += blockIdx.y * 128 * N + blockIdx.x * 128;
    for (int i = 0; i < 8; ++i)
        for (int q = 0; q < 8; ++q)
            C[(ty * 8 + i) * N + tx * 8 + q] = acc[i][q];
}
