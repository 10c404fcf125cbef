// The second variable of the inner loop's header starts at what the load phase has left in the counter.
__global__ void sums(const float *__restrict__ A, float *__restrict__ y, int n)
{
    __shared__ float As[128];
    const int t = threadIdx.x;
    float acc = 0.0f;
    int i;

    for (int k = 0; k < n; k += 128) {
        for (i = t; i < 128; i += 64)
            As[i] = A[k + i];
        __syncthreads();
        for (int c = 0, d = i; c < 2; c++)
            for (i = 0; i < 64; i++)
                acc += As[i + c] * d;
        __syncthreads();
    }
    y[t] = acc;
}
