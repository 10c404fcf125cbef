// index moved inside the initialiser that holds the load
__global__ void k(const float *__restrict__ A, float *C, int n)
{
    __shared__ float As[128];
    const int t = threadIdx.x;
    float acc = 0.0f;
    As[t] = 0.0f;
    for (int i = 0; i < n; ++i) {
        int j = t;
        float x = A[i * 128 + (j += 64)];
        As[j] = x;
        __syncthreads();
        acc += As[127 - t] * (i + 1);
        __syncthreads();
    }
    C[t] = acc;
}
