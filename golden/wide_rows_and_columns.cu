// kpipe: --arch sm_90
// A row to each threadIdx.y, or to each warp, or all rows to all threads: the block's threads divide
// the vectors of all rows.
#define BM 32
#define BK 32

__global__ void axes(const float *__restrict__ A, float *__restrict__ out, int K)
{
    __shared__ float As[BM][BK];
    float sum = 0.0f;

    for (int k0 = 0; k0 < K; k0 += BK) {
        for (int i = threadIdx.y; i < BM; i += blockDim.y)
            for (int j = threadIdx.x; j < BK; j += blockDim.x)
                As[i][j] = A[(blockIdx.x * BM + i) * K + k0 + j];
        __syncthreads();
        for (int k = 0; k < BK; k++)
            sum += As[threadIdx.x][k];
        __syncthreads();
    }
    out[(blockIdx.x * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x] = sum;
}

__global__ void warps(const float *__restrict__ A, const float *__restrict__ B,
                      float *__restrict__ out, int rows, int K)
{
    __shared__ float As[BM][BK];
    __shared__ float Bs[BK][BM];
    const int warp = threadIdx.x / 32, lane = threadIdx.x & 31;
    float sum = 0.0f;

    for (int k0 = 0; k0 < K; k0 += BK) {
        for (int i = warp; i < BM; i += 4) {
            const int row = blockIdx.x * BM + i;

            if (row < rows) {
                #pragma unroll
                for (int j = lane; j < BK; j += 32) {
                    As[i][j] = A[row * K + k0 + j];
                }
            }
        }
        for (int i = 0; i < BK; ++i)
            for (int j = threadIdx.x; j < BM; j += 128)
                Bs[i][j] = B[(k0 + i) * BM + j];
        __syncthreads();
        for (int k = 0; k < BK; k++)
            sum += blockIdx.x * BM + lane < rows ? As[lane][k] * Bs[k][warp] : 0.0f;
        __syncthreads();
    }
    out[blockIdx.x * 128 + threadIdx.x] = sum;
}

void run(const float *A, const float *B, float *out, int rows, int K)
{
    axes<<<(rows + BM - 1) / BM, dim3(32, 4)>>>(A, out, K);
    warps<<<(rows + BM - 1) / BM, 128>>>(A, B, out, rows, K);
}
