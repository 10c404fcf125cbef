// kpipe: --variant ldg
// What else the kernel shares is of a size that the instance decides: the compiler has to look at all.
template <class T> struct Pair { T v; int i; };
template <class T, int BK> __global__ void k(const T *__restrict__ A, const T *__restrict__ B, T *__restrict__ C, int n)
{
    __shared__ T As[16][BK];
    __shared__ T Bs[BK][16];
    __shared__ Pair<T> best[16];
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * 16 + ty, col = blockIdx.x * 16 + tx;
    T acc = 0;
    for (int k0 = 0; k0 < n; k0 += 16) {
        As[ty][tx] = A[row * n + k0 + tx];
        Bs[ty][tx] = B[(k0 + ty) * 32 + col];
        __syncthreads();
        for (int j = 0; j < 16; j++) acc += As[ty][j] * Bs[j][tx];
        __syncthreads();
    }
    if (tx == 0) { best[ty].v = acc; best[ty].i = ty; }
    __syncthreads();
    C[row * 32 + col] = acc + best[ty].v;
}
void go(float *A) { k<float, 256><<<1, dim3(16, 16)>>>(A, A, A, 64); }
