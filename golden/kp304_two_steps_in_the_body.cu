// No other words take away that compute uses k: the reason stays what it was.
__global__ void sums(const float *__restrict__ x, float *y, int n)
{
    __shared__ float tile[64];
    float sum = 0;
    int k = 0;

    while (k < n) {
        tile[threadIdx.x] = x[k + threadIdx.x];
        __syncthreads();
        for (int j = 0; j < 64; ++j)
            sum += tile[j] * k;
        k += 64;
        if (n & 64)
            k += 64;
        __syncthreads();
    }
    y[threadIdx.x] = sum;
}

void run(const float *x, float *y, int n)
{
    sums<<<1, 64>>>(x, y, n);
}
