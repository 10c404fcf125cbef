// How large the tiles are only the instance says, but registers and threads show that half of the blocks may be lost.
template <typename T>
__global__ void product(const T *__restrict__ A, const T *__restrict__ B, T *__restrict__ C, int K, int N)
{
    __shared__ T As[64][9], Bs[8][65];
    const int x = threadIdx.x % 64, y = threadIdx.x / 64;
    T acc[8] = {};

    for (int k = 0; k < K; k += 8) {
        As[threadIdx.x / 8][threadIdx.x % 8] = 2 * A[(blockIdx.y * 64 + threadIdx.x / 8) * K + k + threadIdx.x % 8];
        Bs[y][x] = 2 * B[(k + y) * N + blockIdx.x * 64 + x];
        __syncthreads();
        for (int j = 0; j < 8; ++j)
            for (int i = 0; i < 8; ++i)
                acc[i] += As[y * 8 + i][j] * Bs[j][x];
        __syncthreads();
    }
    for (int i = 0; i < 8; ++i)
        C[(blockIdx.y * 64 + y * 8 + i) * N + blockIdx.x * 64 + x] = acc[i];
}

template <typename T>
void run(const T *A, const T *B, T *C, int M, int N, int K)
{
    product<T><<<dim3(N / 64, M / 64), 512>>>(A, B, C, K, N);
}

template void run<double>(const double *, const double *, double *, int, int, int);
