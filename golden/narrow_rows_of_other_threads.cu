// kpipe: --arch sm_90
// Loops over rows and columns whose points the numbers of the threads do not divide: rows from a
// number of the caller's, groups of 32 that are 16 apart, columns that depend on the row, a value
// of the thread's own in the copy.
#define BM 32
#define BK 32

__global__ void shifted(const float *__restrict__ A, float *__restrict__ out, int first, int K)
{
    __shared__ float As[BM][BK];
    float sum = 0.0f;

    for (int k0 = 0; k0 < K; k0 += BK) {
        for (int i = threadIdx.y + first; i < BM; i += blockDim.y)
            for (int j = threadIdx.x; j < BK; j += blockDim.x)
                As[i][j] = A[i * K + k0 + j];
        __syncthreads();
        for (int k = 0; k < BK; k++)
            sum += As[threadIdx.x][k];
        __syncthreads();
    }
    out[threadIdx.y * 32 + threadIdx.x] = sum;
}

__global__ void groups(const float *__restrict__ A, float *__restrict__ out, int K)
{
    __shared__ float As[BM][BK];
    float sum = 0.0f;

    for (int k0 = 0; k0 < K; k0 += BK) {
        for (int i = threadIdx.x / 32; i < BM; i += 4)
            for (int j = threadIdx.x % 16; j < BK; j += 16)
                As[i][j] = A[i * K + k0 + j];
        __syncthreads();
        for (int k = 0; k < BK; k++)
            sum += As[threadIdx.x % 32][k];
        __syncthreads();
    }
    out[threadIdx.x] = sum;
}

__global__ void triangle(const float *__restrict__ A, float *__restrict__ out, int K)
{
    __shared__ float As[BM][BK];
    float sum = 0.0f;

    for (int k0 = 0; k0 < K; k0 += BK) {
        for (int i = threadIdx.x / 32; i < BM; i += 4)
            for (int j = threadIdx.x % 32; j < i; j += 32)
                As[i][j] = A[i * K + k0 + j];
        __syncthreads();
        for (int k = 0; k < threadIdx.x % 32; k++)
            sum += As[threadIdx.x % 32][k];
        __syncthreads();
    }
    out[threadIdx.x] = sum;
}

__global__ void own(const float *__restrict__ A, float *__restrict__ out, int K)
{
    __shared__ float As[BM][BK];
    const int lane = threadIdx.x % 32;
    float sum = 0.0f;

    for (int k0 = 0; k0 < K; k0 += BK) {
        for (int i = threadIdx.x / 32; i < BM; i += 4)
            for (int j = lane; j < BK; j += 32)
                As[i][j] = A[i * K + k0 + j - j + lane];
        __syncthreads();
        for (int k = 0; k < BK; k++)
            sum += As[lane][k];
        __syncthreads();
    }
    out[threadIdx.x] = sum;
}

void run(const float *A, float *out, int K)
{
    shifted<<<1, dim3(32, 4)>>>(A, out, 0, K);
    groups<<<1, 128>>>(A, out, K);
    triangle<<<1, 128>>>(A, out, K);
    own<<<1, 128>>>(A, out, K);
}
