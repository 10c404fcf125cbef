// kpipe: --variant ldg
// T may be signed char, in which 3 * 43 is negative.
template <class T> __global__ void rows(const float *__restrict__ A, float *C, int K)
{
    __shared__ float As[64][16];
    const T a = threadIdx.x * 3;
    const int b = a;
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
