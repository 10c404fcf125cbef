// A is transposed on the way through a float4 temporary, B is copied.
#define BM 64
#define BN 64
#define BK 16

__global__ void sgemm(const float *__restrict__ A, const float *__restrict__ B,
                      float *__restrict__ C, int N, int K)
{
    __shared__ float As[BK * BM];
    __shared__ float Bs[BK * BN];
    const int tid = threadIdx.x, tx = tid % 16, ty = tid / 16;
    const int ar = tid / 4, ac = tid % 4;
    const int br = tid / 16, bc = tid % 16;
    float acc[4][4] = {};

    A += blockIdx.y * BM * K;
    B += blockIdx.x * BN;
    for (int k0 = 0; k0 < K; k0 += BK) {
        float4 tmp = reinterpret_cast<const float4 *>(&A[ar * K + ac * 4])[0];
        As[(ac * 4 + 0) * BM + ar] = tmp.x;
        As[(ac * 4 + 1) * BM + ar] = tmp.y;
        As[(ac * 4 + 2) * BM + ar] = tmp.z;
        As[(ac * 4 + 3) * BM + ar] = tmp.w;
        reinterpret_cast<float4 *>(&Bs[br * BN + bc * 4])[0] =
            reinterpret_cast<const float4 *>(&B[br * N + bc * 4])[0];
        __syncthreads();

        A += BK;
        B += BK * N;
        for (int k = 0; k < BK; ++k)
            for (int i = 0; i < 4; ++i)
                for (int j = 0; j < 4; ++j)
                    acc[i][j] += As[k * BM + ty * 4 + i] * Bs[k * BN + tx * 4 + j];
        __syncthreads();
    }
    for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 4; ++j)
            C[(blockIdx.y * BM + ty * 4 + i) * N + blockIdx.x * BN + tx * 4 + j] = acc[i][j];
}
