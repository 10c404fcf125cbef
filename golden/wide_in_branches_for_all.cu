// kpipe: --arch sm_90
// Whole tiles in one branch of a condition that all threads answer alike, zeros in the other, and
// slices of a tile in a loop that all threads make.
#define ROWS 32
#define BK 32

__global__ void branches(const float *__restrict__ A, float *__restrict__ out, int K)
{
    __shared__ float As[ROWS][BK];
    float sum = 0.0f;

    for (int k0 = 0; k0 < K; k0 += BK) {
        if (k0 + BK <= K) {
            for (int i = threadIdx.x; i < ROWS * BK; i += 128)
                As[i / BK][i % BK] = A[(blockIdx.x * ROWS + i / BK) * K + k0 + i % BK];
        } else {
            for (int i = threadIdx.x; i < ROWS * BK; i += 128)
                As[i / BK][i % BK] = 0.0f;
        }
        __syncthreads();
        for (int k = 0; k < BK; k++)
            sum += As[threadIdx.x % ROWS][k];
        __syncthreads();
    }
    out[blockIdx.x * 128 + threadIdx.x] = sum;
}

__global__ void slices(const float *__restrict__ A, const float *__restrict__ B,
                       float *__restrict__ out, int K)
{
    __shared__ float As[4][8][BK];
    __shared__ float Bs[4][8][BK];
    float sum = 0.0f;

    for (int k0 = 0; k0 < K; k0 += BK) {
        for (int s = 0; s < 4; s++) {
            for (int i = threadIdx.x; i < 8 * BK; i += 128)
                As[s][i / BK][i % BK] = A[(s * 8 + i / BK) * K + k0 + i % BK];
            for (int i = threadIdx.x; i < 8 * BK; i += 128)
                Bs[s][i / BK][i % BK] = B[(s * 8 + i / BK) * K + k0 + i % BK];
        }
        __syncthreads();
        for (int k = 0; k < BK; k++)
            sum += As[threadIdx.x / 32][threadIdx.x % 8][k] * Bs[threadIdx.x / 32][0][k];
        __syncthreads();
    }
    out[threadIdx.x] = sum;
}

void run(const float *A, const float *B, float *out, int K)
{
    branches<<<4, 128>>>(A, out, K);
    slices<<<1, 128>>>(A, B, out, K);
}
