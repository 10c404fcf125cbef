// then and else meet in different trips
__global__ void k(const float *__restrict__ A, float *C, int n)
{
    __shared__ float As[64 * 8 + 8];
    const int t = threadIdx.x;
    float acc = 0.0f;
    for (int i = 0; i < n; ++i) {
        for (int j = 0; j < 4; ++j) {
            if (j < 2)
                As[t * 8 + j] = A[i * 256 + t + j];
            else
                As[t * 8 + j - 2] = 1.0f;
        }
        __syncthreads();
        for (int j = 0; j < 2; ++j)
            acc += As[(63 - t) * 8 + j] * (j + 1);
        __syncthreads();
    }
    C[t] = acc;
}
