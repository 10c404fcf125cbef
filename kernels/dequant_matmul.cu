// Y = X * W^T with int8 weights: W is [N][K] with one scale per group of 32 values along K, and is
// dequantised to float on its way into shared memory. M, N multiples of 64, K of 32.
constexpr int BM = 64;
constexpr int BN = 64;
constexpr int BK = 32; // the quantisation group, so that a tile row has one scale
constexpr int THREADS = 256;

__global__ void __launch_bounds__(THREADS)
    dequant_matmul(const float *__restrict__ X, const signed char *__restrict__ W,
                   const float *__restrict__ scales, float *__restrict__ Y, int N, int K)
{
    __shared__ float xs[BM][BK + 1];
    __shared__ __align__(16) float ws[BK][BN + 4];

    const int tid = threadIdx.x;
    const int tx = tid % 16;
    const int ty = tid / 16;
    const int m0 = blockIdx.y * BM;
    const int n0 = blockIdx.x * BN;
    const int groups = K / BK;
    float acc[4][4] = {};

    for (int g = 0; g < groups; ++g) {
#pragma unroll
        for (int i = 0; i < BM * BK / THREADS; ++i) {
            const int e = i * THREADS + tid;
            xs[e / BK][e % BK] = X[(size_t)(m0 + e / BK) * K + g * BK + e % BK];
        }
#pragma unroll
        for (int i = 0; i < BN * BK / 4 / THREADS; ++i) {
            const int n = (i * THREADS + tid) / (BK / 4);
            const int k = (i * THREADS + tid) % (BK / 4) * 4;
            const char4 q = *reinterpret_cast<const char4 *>(&W[(size_t)(n0 + n) * K + g * BK + k]);
            const float scale = scales[(size_t)(n0 + n) * groups + g];
            ws[k + 0][n] = scale * q.x;
            ws[k + 1][n] = scale * q.y;
            ws[k + 2][n] = scale * q.z;
            ws[k + 3][n] = scale * q.w;
        }
        __syncthreads();

#pragma unroll 8
        for (int k = 0; k < BK; ++k) {
            const float4 b = *reinterpret_cast<const float4 *>(&ws[k][tx * 4]);
            for (int i = 0; i < 4; ++i) {
                const float a = xs[ty * 4 + i][k];
                acc[i][0] += a * b.x;
                acc[i][1] += a * b.y;
                acc[i][2] += a * b.z;
                acc[i][3] += a * b.w;
            }
        }
        __syncthreads();
    }

    for (int i = 0; i < 4; ++i)
        *reinterpret_cast<float4 *>(&Y[(size_t)(m0 + ty * 4 + i) * N + n0 + tx * 4]) =
            make_float4(acc[i][0], acc[i][1], acc[i][2], acc[i][3]);
}

void launch_dequant_matmul(const float *X, const signed char *W, const float *scales, float *Y,
                           int M, int N, int K, cudaStream_t stream)
{
    dequant_matmul<<<dim3(N / BN, M / BM), THREADS, 0, stream>>>(X, W, scales, Y, N, K);
}
