// The guard's own else has nothing to fetch: without it the guard would take the outer one.
__global__ void k(const float *__restrict__ A, float *__restrict__ out, int n, int m)
{
    __shared__ float As[256];
    const int t = threadIdx.x;
    float acc = 0.0f;
    for (int k = 0; k < n; k += 256) {
        if (t < 32)
            for (int i = 0; i < 4; ++i)
                if (k + t * 4 + i < m)
                    As[t * 4 + i] = 2 * A[k + t * 4 + i];
                else
                    As[t * 4 + i] = 0;
        else
            for (int i = 0; i < 4; ++i)
                As[t * 4 + i] = 3 * A[k + t * 4 + i];
        __syncthreads();
        for (int j = 0; j < 256; ++j)
            acc = acc * 0.5f + As[j];
        __syncthreads();
    }
    out[blockIdx.x * 64 + t] = acc;
}

void launch(const float *A, float *out, int n, int m, int blocks)
{
    k<<<blocks, 64>>>(A, out, n, m);
}
