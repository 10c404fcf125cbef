namespace a { struct E { float a, b; }; struct Q { E e; float w; }; }
__global__ void k(const a::Q *__restrict__ R, const float *__restrict__ B, float *__restrict__ C, int n)
{
    __shared__ a::E es[16]; __shared__ float Bs[16][16];
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * 16 + ty, col = blockIdx.x * 16 + tx;
    float acc = 0;
    for (int k0 = 0; k0 < n; k0 += 16) {
        if (ty == 0) es[tx] = R[k0 + tx].e;
        Bs[ty][tx] = B[(k0 + ty) * 32 + col];
        __syncthreads();
        for (int j = 0; j < 16; j++) acc += es[j].a * Bs[j][tx];
        __syncthreads();
    }
    C[row * 32 + col] = acc;
}
