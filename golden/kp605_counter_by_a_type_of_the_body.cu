// What moves the counter at the end of the body names a type of the body's, that is another one outside.
typedef int step;
__global__ void product(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ float As[64];
    const int t = threadIdx.x;
    float acc = 0.0f;
    int k = 0;

    while (k < n) {
        typedef signed char step;
        As[t] = A[k + t];
        __syncthreads();
        for (int j = 0; j < 64; j++)
            acc += As[j] * (float)(k + j);
        __syncthreads();
        k += (step)(64 + 256);
    }
    C[blockIdx.x * 64 + t] = acc;
}
