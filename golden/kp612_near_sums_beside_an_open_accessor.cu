// kpipe: --stages 2
// A loop that indexes an array by its name keeps no address of it: what an accessor of a template's object reads by a
// pointer is no element of that.
template <typename T> struct matrix {
    T *p;
    int rows, cols;
    __device__ T get(int i, int j) const { return i < rows && j < cols ? p[i * cols + j] : T(0); }
};

template <typename T>
__global__ void product(const T *__restrict__ A, const T *__restrict__ B, T *__restrict__ C, int M, int N, int K)
{
    __shared__ T As[16][65], Bs[16][64];
    const matrix<const T> a{A, M, K}, b{B, K, N};
    const int t = threadIdx.x, row = blockIdx.y * 64, col = blockIdx.x * 64;
    T acc[4][4] = {};

    for (int k0 = 0; k0 < K; k0 += 16) {
        for (int i = t; i < 1024; i += 256)
            As[i % 16][i / 16] = a.get(row + i / 16, k0 + i % 16);
        for (int i = t; i < 1024; i += 256)
            Bs[i / 64][i % 64] = b.get(k0 + i / 64, col + i % 64);
        __syncthreads();
        for (int k = 0; k < 16; ++k)
            for (int i = 0; i < 4; ++i)
                for (int j = 0; j < 4; ++j)
                    acc[i][j] += As[k][t / 16 * 4 + i] * Bs[k][t % 16 * 4 + j];
        __syncthreads();
    }
    for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 4; ++j)
            if (row + t / 16 * 4 + i < M && col + t % 16 * 4 + j < N)
                C[(row + t / 16 * 4 + i) * N + col + t % 16 * 4 + j] = acc[i][j];
}

void launch(const float *A, const float *B, float *C, int M, int N, int K)
{
    product<float><<<dim3((N + 63) / 64, (M + 63) / 64), 256>>>(A, B, C, M, N, K);
}
