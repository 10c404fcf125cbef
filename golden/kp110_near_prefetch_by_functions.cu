// kpipe: --prefetch replace
// Functions load into registers and store from them.
#define TILE 16
__device__ void load_global(float &a, float &b, const float *__restrict__ A, const float *__restrict__ B, int row, int col, int k, int N, int K)
{
    a = A[row * K + k + threadIdx.x];
    b = B[(k + threadIdx.y) * N + col];
}

__device__ void store_shared(float (*As)[TILE], float (*Bs)[TILE], float a, float b)
{
    As[threadIdx.y][threadIdx.x] = a;
    Bs[threadIdx.y][threadIdx.x] = b;
}

__global__ void gemm(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int N, int K)
{
    __shared__ float As[TILE][TILE];
    __shared__ float Bs[TILE][TILE];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int row = blockIdx.y * TILE + ty, col = blockIdx.x * TILE + tx;
    float sum = 0.0f, a, b;

    load_global(a, b, A, B, row, col, 0, N, K);
    store_shared(As, Bs, a, b);
    __syncthreads();
    for (int k = 0; k < K; k += TILE) {
        if (k + TILE < K)
            load_global(a, b, A, B, row, col, k + TILE, N, K);
        for (int j = 0; j < TILE; ++j)
            sum += As[ty][j] * Bs[j][tx];
        __syncthreads();
        if (k + TILE < K) {
            store_shared(As, Bs, a, b);
            __syncthreads();
        }
    }
    C[row * N + col] = sum;
}
