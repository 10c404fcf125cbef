// How large the tiles are only the instance says: that one of three blocks may be lost keeps the loop only where the sizes are known.
template <typename T>
__global__ void product(const T *__restrict__ A, const T *__restrict__ B, T *__restrict__ C, int K, int N)
{
    __shared__ T As[72][9], Bs[8][49];
    const int x = threadIdx.x % 48, y = threadIdx.x / 48;
    T acc[9] = {};

    for (int k = 0; k < K; k += 8) {
        for (int i = 0; i < 72; i += 24)
            if (threadIdx.x < 192)
                As[threadIdx.x / 8 + i][threadIdx.x % 8] = 2 * A[(blockIdx.y * 72 + threadIdx.x / 8 + i) * K + k + threadIdx.x % 8];
        Bs[y][x] = 2 * B[(k + y) * N + blockIdx.x * 48 + x];
        __syncthreads();
        for (int j = 0; j < 8; ++j)
            for (int i = 0; i < 9; ++i)
                acc[i] += As[y * 9 + i][j] * Bs[j][x];
        __syncthreads();
    }
    for (int i = 0; i < 9; ++i)
        C[(blockIdx.y * 72 + y * 9 + i) * N + blockIdx.x * 48 + x] = acc[i];
}

template <typename T>
void run(const T *A, const T *B, T *C, int M, int N, int K)
{
    product<T><<<dim3(N / 48, M / 72), 384>>>(A, B, C, K, N);
}

template void run<double>(const double *, const double *, double *, int, int, int);
