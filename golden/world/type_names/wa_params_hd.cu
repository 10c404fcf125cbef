// kpipe: --assume-no-alias
struct Params { using Element = float; using Index = int; const Element *a, *b; Element *c; Index n, first; };
__global__ void k(Params P)
{
    __shared__ float As[16][16], Bs[16][16];
    const auto n = P.n;
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * 16 + ty, col = blockIdx.x * 16 + tx;
    Params::Element acc = 0;
    for (auto k0 = P.first; k0 < n; k0 += 16) {
        As[ty][tx] = P.a[row * n + k0 + tx];
        Bs[ty][tx] = P.b[(k0 + ty) * 32 + col];
        __syncthreads();
        for (int j = 0; j < 16; j++) acc += As[ty][j] * Bs[j][tx];
        __syncthreads();
    }
    P.c[row * 32 + col] = acc;
}
