// bound of a copy loop changed through a reference
__global__ void k(const float *__restrict__ A, float *C, int n)
{
    __shared__ float As[256];
    const int t = threadIdx.x;
    float acc = 0.0f;
    int m = 128;
    int &w = m;
    w = 256;
    for (int i = 0; i < n; ++i) {
        for (int j = t; j < m; j += 64)
            As[j] = A[i * 256 + j] + 1.0f;
        __syncthreads();
        acc += As[63 - t] * (i + 1) + As[255 - t];
        __syncthreads();
    }
    C[t] = acc;
}
