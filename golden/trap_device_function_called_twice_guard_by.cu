// device function called twice, guard by way of a local
static __device__ float part(const float *__restrict__ A, int n, int m)
{
    __shared__ float As[64];
    const int t = threadIdx.x;
    float acc = 0.0f;
    int lim = m;
    for (int i = 0; i < n; ++i) {
        if (t < lim)
            As[t] = A[i * 64 + t];
        __syncthreads();
        acc += As[63 - t] * (i + 1);
        __syncthreads();
    }
    return acc;
}
__global__ void k(const float *__restrict__ A, float *C, int n)
{
    float a = part(A, n, 64);
    C[threadIdx.x] = a + part(A, n, 20);
}
