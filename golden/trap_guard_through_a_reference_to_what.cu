// guard through a reference to what changes
__global__ void k(const float *__restrict__ A, float *C, int n)
{
    __shared__ float As[64];
    const int t = threadIdx.x;
    float acc = 0.0f;
    int m = 64;
    const int &lim = m;
    for (int i = 0; i < n; ++i) {
        if (t < lim)
            As[t] = A[i * 64 + t];
        m = 20;
        __syncthreads();
        acc += As[63 - t] * (i + 1);
        __syncthreads();
    }
    C[t] = acc;
}
