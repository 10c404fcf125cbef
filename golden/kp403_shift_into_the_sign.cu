// kpipe: --variant ldg
// b is negative for half of the threads: 1023 << 22 does not fit.
__global__ void rows(const float *__restrict__ A, float *C, int K)
{
    __shared__ float As[64][16];
    const int a = threadIdx.x;
    const int b = a << 22;
    float sum = 0.0f;
    for (int k = 0; k < K; k += 32) {

        As[32 + (b + k) % 32][threadIdx.x % 16] = A[k + threadIdx.x];
        __syncthreads();
        for (int j = 0; j < 16; j++)
            sum += As[threadIdx.x % 32 + 32][j] + As[threadIdx.x % 32][j];
        __syncthreads();
    }
    C[blockIdx.x] = sum;
}
