// kpipe: --prefetch replace
// Registers are an array of which a function has a reference, and each tile has a number.
#define BK 16
__device__ void load_global(float (&regs)[4], const float *ptr, int ld, int tid)
{
#pragma unroll
    for (int i = 0; i < 4; ++i) {
        int e = tid + i * 256;
        regs[i] = ptr[(e / BK) * ld + e % BK];
    }
}

__device__ void store_shared(float (*smem)[BK], const float *regs, int tid)
{
#pragma unroll
    for (int i = 0; i < 4; ++i) {
        int e = tid + i * 256;
        smem[e / BK][e % BK] = regs[i];
    }
}

__global__ void gemm(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int N, int K)
{
    __shared__ float As[64][BK];
    __shared__ float Bs[64][BK];
    const int tid = threadIdx.x, tx = tid % 16, ty = tid / 16;
    const float *a = A + blockIdx.y * 64 * K, *b = B + blockIdx.x * 64 * K;
    const int tiles = K / BK;
    float acc[4][4] = {};
    float ra[4], rb[4];

    load_global(ra, a, K, tid);
    load_global(rb, b, K, tid);
    for (int t = 0; t < tiles; ++t) {
        store_shared(As, ra, tid);
        store_shared(Bs, rb, tid);
        __syncthreads();
        if (t < tiles - 1) {
            load_global(ra, a + (t + 1) * BK, K, tid);
            load_global(rb, b + (t + 1) * BK, K, tid);
        }
        for (int k = 0; k < BK; ++k)
            for (int i = 0; i < 4; ++i)
                for (int j = 0; j < 4; ++j)
                    acc[i][j] += As[ty * 4 + i][k] * Bs[tx * 4 + j][k];
        __syncthreads();
    }
    for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 4; ++j)
            C[(blockIdx.y * 64 + ty * 4 + i) * N + blockIdx.x * 64 + tx * 4 + j] = acc[i][j];
}
