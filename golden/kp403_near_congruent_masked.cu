// kpipe: --variant ldg
// What is not negative may be made by masks and shifts: (a + j + k) % STEP is the same row in every iteration.
#define T 16
#define STEP 32

__global__ void rows(const float *__restrict__ A, float *C, int K)
{
    __shared__ float As[STEP][T];
    const int a = (threadIdx.x & 7) >> 1;
    float sum = 0.0f;

    for (int k = 0; k < K; k += STEP) {
        for (int j = 0; j < STEP; j += 4)
            As[(a + j + k) % STEP][threadIdx.x >> 4] = A[k + threadIdx.x + j];
        __syncthreads();
        for (int j = 0; j < T; j++)
            sum += As[threadIdx.x % STEP][j];
        __syncthreads();
    }
    C[threadIdx.x] = sum;
}
