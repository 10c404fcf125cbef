// No launch in sight: with more than eight rows of threads, each element is stored more than once.
__global__ void column_sums(const float *x, float *y, int n)
{
    __shared__ float tile[32 * 32];
    const int t = threadIdx.x;
    float sum = 0;

    for (int k = 0; k < n; k += 1024) {
        for (int j = threadIdx.y; j < 32; j += 8)
            tile[j * 32 + t] = x[blockIdx.x * n + k + j * 32 + t];
        __syncthreads();
        if (threadIdx.y == 0)
            for (int j = 0; j < 32; ++j)
                sum += tile[j * 32 + t];
        __syncthreads();
    }
    if (threadIdx.y == 0)
        y[blockIdx.x * 32 + t] = sum;
}
