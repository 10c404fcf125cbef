// kpipe: --variant ldg
// In a grid of 2^20 blocks `a` may be less than zero, and (a + k) % STEP is another row in each iteration.
#define T 16
#define STEP 32

__global__ void rows(const float *__restrict__ A, float *C, int K)
{
    __shared__ float As[STEP][T];
    const int a = blockIdx.x * 4096 + threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < K; k += STEP) {
        As[(a + k) % STEP][threadIdx.x % T] = A[k + threadIdx.x];
        __syncthreads();
        for (int j = 0; j < T; j++)
            sum += As[threadIdx.x % STEP][j];
        __syncthreads();
    }
    C[blockIdx.x] = sum;
}
