template <class T> struct Tr { using t = T; };
template <class T, int M> __global__ void k(const T *__restrict__ A, const T *__restrict__ B, T *__restrict__ C, int n)
{
    __shared__ T As[16][M], Bs[M][16]; __shared__ typename Tr<T>::t red[32], one;
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * 16 + ty, col = blockIdx.x * 16 + tx;
    T acc = 0;
    if (ty == 0) red[tx] = 0; if (tx == 0 && ty == 0) one = 0;
    for (int k0 = 0; k0 < n; k0 += 16) {
        As[ty][tx] = A[row * n + k0 + tx];
        Bs[ty][tx] = B[(k0 + ty) * 32 + col];
        __syncthreads();
        for (int j = 0; j < 16; j++) acc += As[ty][j] * Bs[j][tx];
        __syncthreads();
    }
    C[row * 32 + col] = acc;
}
void go(float *A) { k<float, 300><<<1, dim3(16, 16)>>>(A, A, A, 64); k<float, 32><<<1, dim3(16, 16)>>>(A, A, A, 64); }
