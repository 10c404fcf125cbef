// two async copies, same element in different trips
__global__ void k(const float *__restrict__ A, float *C, int n)
{
    __shared__ float As[64 * 4 + 4];
    const int t = threadIdx.x;
    float acc = 0.0f;
    for (int i = 0; i < n; ++i) {
        for (int j = 0; j < 3; ++j) {
            As[t * 4 + j] = A[i * 256 + t + j];
            As[t * 4 + j + 1] = A[i * 256 + t + 64 + j];
        }
        __syncthreads();
        for (int j = 0; j < 4; ++j)
            acc += As[(63 - t) * 4 + j] * (j + 1);
        __syncthreads();
    }
    C[t] = acc;
}
