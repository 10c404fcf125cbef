// kpipe: --arch sm_90
// Branches that threads answer differently, a loop that some leave early, and branches that take
// turns: another thread's vector would come before an element that is not of the same trip.
#define ROWS 32
#define BK 32

__global__ void halves(const float *__restrict__ A, float *__restrict__ out, int K)
{
    __shared__ float As[ROWS][BK];
    float sum = 0.0f;

    for (int k0 = 0; k0 < K; k0 += BK) {
        if (threadIdx.x / 7 % 2 == 0) {
            for (int i = threadIdx.x; i < ROWS * BK; i += 128)
                As[i / BK][i % BK] = A[i / BK * K + k0 + i % BK];
        } else {
            for (int i = threadIdx.x; i < ROWS * BK; i += 128)
                As[i / BK][i % BK] = 0.0f;
        }
        __syncthreads();
        for (int k = 0; k < BK; k++)
            sum += As[threadIdx.x % ROWS][k];
        __syncthreads();
    }
    out[threadIdx.x] = sum;
}

__global__ void turns(const float *__restrict__ A, float *__restrict__ out, int most, int K)
{
    __shared__ float As[ROWS][BK];
    float sum = 0.0f;

    for (int k0 = 0; k0 < K; k0 += BK) {
        for (int t = 0; t < 2; t++) {
            if (t < most) {
                for (int i = threadIdx.x; i < ROWS * BK; i += 128)
                    As[i / BK][i % BK] = A[i / BK * K + k0 + i % BK];
            } else {
                for (int i = 127 - threadIdx.x; i < ROWS * BK; i += 128)
                    As[i / BK][i % BK] = 0.0f;
            }
        }
        __syncthreads();
        for (int k = 0; k < BK; k++)
            sum += As[threadIdx.x % ROWS][k];
        __syncthreads();
    }
    out[threadIdx.x] = sum;
}

__global__ void early(const float *__restrict__ A, float *__restrict__ out, int K)
{
    __shared__ float As[4][8][BK];
    float sum = 0.0f;

    for (int k0 = 0; k0 < K; k0 += BK) {
        for (int s = 0; s < 4; s++) {
            if (s > 0 && threadIdx.x % 5 == s)
                continue;
            for (int i = threadIdx.x; i < 8 * BK; i += 128)
                As[s][i / BK][i % BK] = A[(s * 8 + i / BK) * K + k0 + i % BK];
        }
        __syncthreads();
        for (int k = 0; k < BK; k++)
            sum += As[0][threadIdx.x % 8][k];
        __syncthreads();
    }
    out[threadIdx.x] = sum;
}

void run(const float *A, float *out, int K)
{
    halves<<<1, 128>>>(A, out, K);
    turns<<<1, 128>>>(A, out, 2, K);
    early<<<1, 128>>>(A, out, K);
}
