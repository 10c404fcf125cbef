// long and long long are two types, and the same numbers.
__global__ void k(const long *__restrict__ A, const unsigned long *__restrict__ B, float *out, int n)
{
    __shared__ long long s[64];
    __shared__ unsigned long long p[64];
    const int t = threadIdx.x;
    float sum = 0;

    for (int i = 0; i < n; i += 64) {
        s[t] = A[i + t];
        p[t] = B[i + t];
        __syncthreads();
        for (int j = 0; j < 64; j++)
            sum += s[j] + p[j];
        __syncthreads();
    }
    out[t] = sum;
}
