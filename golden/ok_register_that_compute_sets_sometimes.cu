// Compute has the value that the load phase has read, where it sets none of its own.
__global__ void f(const float *__restrict__ B, float *__restrict__ C, int n)
{
    __shared__ float s[64];
    const int t = threadIdx.x;
    float acc = 0;
    for (int k = 0; k < n; k++) {
        float r[1];
        for (int i = 0; i < 1; i++)
            r[i] = B[k * 64 + t + i * 64];
        for (int i = 0; i < 1; i++)
            s[t + i * 64] = r[i];
        __syncthreads();
        acc += s[63 - t];
        if (k & 1)
            for (int i = 0; i < 1; i++)
                r[i] = s[t] * 2;
        for (int i = 0; i < 1; i++)
            acc += r[i];
        __syncthreads();
    }
    C[blockIdx.x * 64 + t] = acc;
}
