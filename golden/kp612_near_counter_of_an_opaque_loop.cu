// kpipe: --variant ldg --stages 2
// A counter declared in front of the kernel counts in a loop that calls a function, and in one that does not.
__device__ float use(float a, int b)
{
    if (b > 2)
        return a;
    return b * a;
}

__global__ void k(const float *__restrict__ A, float *out, int n)
{
    __shared__ float s[64];
    int t = threadIdx.x, i, j;
    float sum = 0;

    for (i = 0; i < n; i += 64) {
        s[t] = A[i + t];
        __syncthreads();
        for (j = 0; j < 64; j++)
            sum += use(s[j], t);
        for (j = 0; j < 64; j++)
            sum += s[j] * (j + t);
        __syncthreads();
    }
    out[t] = sum;
}
