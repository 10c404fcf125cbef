// Nobody instantiates it here.
template <typename T, int BLOCK>
__global__ void matmul(const T *__restrict__ A, const T *__restrict__ B, T *__restrict__ C, int N,
                       int K)
{
    __shared__ T As[BLOCK][BLOCK];
    __shared__ T Bs[BLOCK][BLOCK];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int row = blockIdx.y * BLOCK + ty, col = blockIdx.x * BLOCK + tx;
    T sum = 0;

    for (int k0 = 0; k0 < K; k0 += BLOCK) {
        As[ty][tx] = A[row * K + k0 + tx];
        Bs[ty][tx] = B[(k0 + ty) * N + col];
        __syncthreads();
        for (int k = 0; k < BLOCK; ++k)
            sum += As[ty][k] * Bs[k][tx];
        __syncthreads();
    }
    C[row * N + col] = sum;
}
