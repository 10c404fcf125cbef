template <class T> struct G { using idx = T; idx n0; };
using idx = signed char;
__global__ void k(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int n)
{
    __shared__ float As[16][16], Bs[16][16];
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * 16 + ty, col = blockIdx.x * 16 + tx;
    float acc = 0;
    G<int> g; g.n0 = 0;
    for (auto k0 = g.n0; k0 < n; k0 += 16) {
        As[ty][tx] = A[row * n + k0 + tx];
        Bs[ty][tx] = B[(k0 + ty) * 32 + col];
        __syncthreads();
        for (int j = 0; j < 16; j++) acc += As[ty][j] * Bs[j][tx];
        acc += k0;
        __syncthreads();
    }
    C[row * 32 + col] = acc;
}
