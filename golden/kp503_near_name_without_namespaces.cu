// kpipe: --stages 2
// In a clone, the kernel has the same name without its namespaces.
#define NAME __func__
__global__ void sums(const float *__restrict__ x, float *__restrict__ y, int n)
{
    extern __shared__ float tile[];
    const int t = threadIdx.x;
    float sum = 0;

    for (int k = 0; k < n; k += 128) {
        tile[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * (j + t);
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum + sizeof(NAME);
}

void launch(const float *x, float *y, int n)
{
    sums<<<2, 128, 512>>>(x, y, n);
}
