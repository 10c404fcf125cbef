// 16-byte copies through reinterpret_cast.
__global__ void sgemm(const float *__restrict__ A, const float *__restrict__ B,
                      float *__restrict__ C, int N, int K)
{
    __shared__ __align__(16) float As[64][16];
    __shared__ __align__(16) float Bs[16][64];
    const int tid = threadIdx.x, tx = tid % 16, ty = tid / 16;
    const int ar = tid / 4, ac = tid % 4 * 4;
    const int br = tid / 16, bc = tid % 16 * 4;
    float acc[4][4] = {};

    A += (blockIdx.y * 64 + ar) * K + ac;
    B += br * N + blockIdx.x * 64 + bc;
    for (int k0 = 0; k0 < K; k0 += 16) {
        *reinterpret_cast<float4 *>(&As[ar][ac]) = *reinterpret_cast<const float4 *>(&A[k0]);
        *(float4 *)&Bs[br][bc] = *(const float4 *)&B[k0 * N];
        __syncthreads();
        for (int k = 0; k < 16; ++k)
            for (int i = 0; i < 4; ++i)
                for (int j = 0; j < 4; ++j)
                    acc[i][j] += As[ty * 4 + i][k] * Bs[k][tx * 4 + j];
        __syncthreads();
    }
    for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 4; ++j)
            C[(blockIdx.y * 64 + ty * 4 + i) * N + blockIdx.x * 64 + tx * 4 + j] = acc[i][j];
}
