// kpipe: --variant ldg
__global__ void k(const float *__restrict__ A, float *__restrict__ out, int n)
{
    __shared__ float As[256];
    const int t = threadIdx.x;
    float acc = 0.0f;
    for (int k = 0; k < n; k += 256) {
        for (int i = t + 4; i + -4 < 256; i += 64)
            As[i - 4] = A[k + i - 4];
        __syncthreads();
        for (int j = 0; j < 256; ++j)
            acc = acc * 0.5f + As[j];
        __syncthreads();
    }
    out[blockIdx.x * 64 + t] = acc;
}

void launch(const float *A, float *out, int n, int blocks)
{
    k<<<blocks, 64>>>(A, out, n);
}
