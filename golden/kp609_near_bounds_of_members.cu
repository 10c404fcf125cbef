// kpipe: -v
// What stands in the brackets of a member is no initialiser, whatever type is in front of it: the output is executed.
typedef float number;

template <int N>
__global__ void product(const float *__restrict__ A, float *__restrict__ C, int K)
{
    constexpr int ROWS = N / 2, PAD = 4;
    struct sums {
        number of[ROWS][N + PAD];
    };
    __shared__ number tile[ROWS][N + PAD];
    sums all = {};
    const int tx = threadIdx.x, ty = threadIdx.y;

    for (int k = 0; k < K; k += N) {
        tile[ty][tx] = A[(blockIdx.x * ROWS + ty) * K + k + tx];
        __syncthreads();
        for (int r = 0; r < ROWS; ++r)
            for (int j = 0; j < N; ++j)
                all.of[r][0] += tile[r][j] * tile[ty][tx];
        __syncthreads();
    }
    for (int r = 0; r < ROWS; ++r)
        C[((blockIdx.x * ROWS + ty) * N + tx) * ROWS + r] = all.of[r][0];
}

void launch(const float *A, float *C, int blocks, int K)
{
    product<16><<<blocks, dim3(16, 8)>>>(A, C, K);
}
