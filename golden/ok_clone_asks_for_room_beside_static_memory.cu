// .. and the clone is taken where the GPU has room for both.
__global__ void sums(const float *__restrict__ x, float *__restrict__ y, int n)
{
    extern __shared__ float tile[];
    __shared__ float last[6144];
    const int t = threadIdx.x;
    float sum = 0;

    for (int k = 0; k < n; k += 3584) {
        for (int i = t; i < 3584; i += 1024)
            tile[i] = x[k + i];
        __syncthreads();
        for (int i = 0; i < 32; i++)
            sum += tile[t + 64 * i];
        __syncthreads();
    }
    for (int i = 0; i < 6; i++)
        last[i * 1024 + t] = sum * i;
    __syncthreads();
    for (int i = 0; i < 6; i++)
        sum -= last[i * 1024 + 1023 - t];
    y[blockIdx.x * 1024 + t] = sum;
}

void run(const float *x, float *y, int n)
{
    sums<<<8, 1024, 14336>>>(x, y, n);
}
