// The copies of the first kernel become longer text; what is said of the second, which might be
// pipelined by itself, is said at its own line.
#define T 128
__global__ void sums(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[T];
    float acc = 0;
    for (int r = 0; r < 3; ++r) {
        for (int k = 0; k < n; k += T) {
            xs[threadIdx.x] = x[k + threadIdx.x];
            __syncthreads();
            for (int j = 0; j < T; ++j)
                acc += xs[j] * (j + threadIdx.x);
            __syncthreads();
        }
    }
    y[blockIdx.x * T + threadIdx.x] = acc;
}

__global__ void product(const double *__restrict__ A, const double *__restrict__ B, double *__restrict__ C, int K,
                        int N)
{
    __shared__ double As[64][9], Bs[8][65];
    const int x = threadIdx.x % 64, y = threadIdx.x / 64;
    double acc[8] = {};

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

void run(const float *x, float *y, const double *A, const double *B, double *C, int n, int m)
{
    sums<<<m / T, T>>>(x, y, n);
    product<<<dim3(m / 64, m / 64), 512>>>(A, B, C, n, m);
}
