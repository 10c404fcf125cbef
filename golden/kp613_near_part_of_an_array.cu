// kpipe: --variant ldg
// The loop stores to some elements of what all threads have stored to.
__global__ void k(const float *__restrict__ A, float *C, int n)
{
    __shared__ float s[64], last[64];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int i = 0; i < n; i += 64) {
        s[t] = A[i + t];
        __syncthreads();
        for (int j = 0; j < 64; ++j)
            sum += s[j] * (j + t);
        last[t] = sum;
        for (int j = t; j < 32; j += 64)
            last[j] = j;
        __syncthreads();
    }
    __syncthreads();
    C[t] = last[63 - t];
}
