// kpipe: --variant ldg
// The header has no condition.
__global__ void rows(const float *__restrict__ A, float *C, int K)
{
    __shared__ float As[64][16];
    const int a = threadIdx.x;
    float sum = 0.0f;
    for (int k = 0;; k += 32) {
        sum *= 0.5f;
        if (k >= K)
            break;
        As[32 + (a + k) % 32][threadIdx.x % 16] = A[k + threadIdx.x];
        __syncthreads();
        for (int j = 0; j < 16; j++)
            sum += As[threadIdx.x % 32 + 32][j] + As[threadIdx.x % 32][j];
        __syncthreads();
    }
    C[blockIdx.x] = sum;
}
