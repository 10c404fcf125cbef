// Older GPUs have nothing of the kernel but a trap.
__global__ void dots(const float *__restrict__ x, float *__restrict__ y, int n)
{
#if __CUDA_ARCH__ < 800
    asm volatile("trap;");
#else
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float sum = 0;

    for (int i = 0; i < n; i += 128) {
        tile[t] = x[i + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * tile[127 - j];
        __syncthreads();
    }
    y[t] = sum;
#endif
}

void launch(const float *x, float *y, int n)
{
    dots<<<1, 128>>>(x, y, n);
}
