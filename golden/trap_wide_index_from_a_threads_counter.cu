// The K-loop's counter begins at the thread's number: what is made of it is not another thread's.
__global__ void k(const float *__restrict__ A, float *__restrict__ out, int n)
{
    __shared__ float As[64];
    const int t = threadIdx.x;
    float acc = 0.0f;
    for (int i = t; i < n + t; i += 64) {
        const int k = i - t;
        As[t] = A[k + t];
        __syncthreads();
        for (int j = 0; j < 64; ++j)
            acc = acc * 0.5f + As[j];
        __syncthreads();
    }
    out[blockIdx.x * 64 + t] = acc;
}

void launch(const float *A, float *out, int n, int blocks)
{
    k<<<blocks, 64>>>(A, out, n);
}
