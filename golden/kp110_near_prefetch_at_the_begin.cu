// kpipe: --prefetch replace
// Registers that are stored at the begin of the next iteration, element by element.
#define BK 8
__global__ void gemm(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int M, int N, int K)
{
    __shared__ float As[64][BK];
    __shared__ float Bs[BK][64];
    const int t = threadIdx.x, ty = t / 16, tx = t % 16;
    const int row = blockIdx.y * 64, col = blockIdx.x * 64;
    float acc[4][4] = {};
    float ra[2], rb[2];

    for (int i = 0; i < 2; ++i) {
        ra[i] = A[(row + (t + i * 256) / BK) * K + (t + i * 256) % BK];
        rb[i] = B[((t + i * 256) / 64) * N + col + (t + i * 256) % 64];
    }
    for (int k = 0; k < K; k += BK) {
        for (int i = 0; i < 2; ++i) {
            As[(t + i * 256) / BK][(t + i * 256) % BK] = ra[i];
            Bs[(t + i * 256) / 64][(t + i * 256) % 64] = rb[i];
        }
        __syncthreads();
        if (k + BK < K) {
            for (int i = 0; i < 2; ++i) {
                ra[i] = A[(row + (t + i * 256) / BK) * K + (k + BK) + (t + i * 256) % BK];
                rb[i] = B[((k + BK) + (t + i * 256) / 64) * N + col + (t + i * 256) % 64];
            }
        }
        for (int kk = 0; kk < BK; ++kk)
            for (int i = 0; i < 4; ++i)
                for (int j = 0; j < 4; ++j)
                    acc[i][j] += As[ty * 4 + i][kk] * Bs[kk][tx * 4 + j];
        __syncthreads();
    }
    for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 4; ++j)
            C[(row + ty * 4 + i) * N + col + tx * 4 + j] = acc[i][j];
}
