template <class T> __global__ void k(const T *__restrict__ A, const T *__restrict__ B, T *__restrict__ C, int n)
{
    __shared__ T As[16][16], Bs[16][16];
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * 16 + ty, col = blockIdx.x * 16 + tx;
    T acc = T(0);
    for (int k0 = 0; k0 < n; k0 += 16) {
        As[ty][tx] = A[row * n + k0 + tx];
        Bs[ty][tx] = B[(k0 + ty) * 32 + col];
        __syncthreads();
        for (int j = 0; j < 16; j++) acc += As[ty][j] * Bs[j][tx];
        __syncthreads();
    }
    C[row * 32 + col] = acc;
}
template <class U> void launch(const U *A, U *C) { k<U><<<1, dim3(16, 16)>>>(A, A, C, 64); }
void go(__int128 *A) { launch<__int128>(A, A); }
