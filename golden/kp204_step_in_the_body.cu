// Other words take away that compute uses k, and not that the sums may be stored into the source, at places that
// are not known before.
__global__ void sums(const float *x, const int *at, float *y, int n)
{
    __shared__ float tile[64];
    int k = 0;

    while (k < n) {
        tile[threadIdx.x] = x[k + threadIdx.x];
        __syncthreads();
        for (int j = 0; j < 64; ++j)
            y[at[j] + threadIdx.x] += tile[j] * k;
        k += 64;
        __syncthreads();
    }
}

void run(const float *x, const int *at, float *y, int n)
{
    sums<<<1, 64>>>(x, at, y, n);
}
