// The launch is the host's: 256 threads, where the kernel's text says 128.
#ifdef __CUDA_ARCH__
#define THREADS 128
#else
#define THREADS 256
#endif

__global__ void dots(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float tile[256];
    const int t = threadIdx.x;
    float sum = 0;

    for (int i = 0; i < n; i += THREADS) {
        if (t < THREADS)
            tile[t] = x[i + t];
        __syncthreads();
        for (int j = 0; j < THREADS; ++j)
            sum += tile[j] * tile[THREADS - 1 - j];
        __syncthreads();
    }
    y[t] = sum;
}

void launch(const float *x, float *y, int n)
{
    dots<<<1, THREADS>>>(x, y, n);
}
