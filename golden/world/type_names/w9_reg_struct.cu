struct Q { struct In { float v; }; In e; };
struct In { float v; In() = default; __device__ In(const Q::In &) : v(7) {} __device__ operator Q::In() const { return {v}; } };
__global__ void k(const Q *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int n)
{
    __shared__ Q::In As[16][16]; __shared__ float Bs[16][16];
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * 16 + ty, col = blockIdx.x * 16 + tx;
    float acc = 0;
    for (int k0 = 0; k0 < n; k0 += 16) {
        As[ty][tx] = A[row * n + k0 + tx].e;
        Bs[ty][tx] = B[(k0 + ty) * 32 + col];
        __syncthreads();
        for (int j = 0; j < 16; j++) acc += As[ty][j].v * Bs[j][tx];
        __syncthreads();
    }
    C[row * 32 + col] = acc;
}
