class Q { struct In { float a, b; }; public: In e; };
__global__ void k(const Q *__restrict__ R, const float *__restrict__ B, float *__restrict__ C, int n)
{
    __shared__ float As[16][16], Bs[16][16]; __shared__ decltype(Q::e) es[16];
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * 16 + ty, col = blockIdx.x * 16 + tx;
    float acc = 0;
    for (int k0 = 0; k0 < n; k0 += 16) {
        if (ty == 0) es[tx] = R[k0 + tx].e; As[ty][tx] = B[k0];
        Bs[ty][tx] = B[(k0 + ty) * 32 + col];
        __syncthreads();
        for (int j = 0; j < 16; j++) acc += es[j].a * Bs[j][tx] + As[ty][j];
        __syncthreads();
    }
    C[row * 32 + col] = acc;
}
