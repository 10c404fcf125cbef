// kpipe: --stages 2
// Older GPUs count the launches: a kernel of its own would count for itself.
__global__ void dots(const float *__restrict__ x, float *__restrict__ y, int n)
{
#if __CUDA_ARCH__ >= 800
    __shared__ float tile[7168];
    const int t = threadIdx.x;
    float sum = 0;

    for (int i = 0; i < n; i += 7168) {
        for (int k = t; k < 7168; k += 1024)
            tile[k] = x[i + k];
        __syncthreads();
        for (int j = 0; j < 7168; ++j)
            sum += tile[j] * tile[7168 - 1 - j];
        __syncthreads();
    }
    y[t] = sum;
#else
    static int calls;

    y[0] = atomicAdd(&calls, 1);
#endif
}

void launch(const float *x, float *y, int n)
{
    dots<<<1, 1024>>>(x, y, n);
}
