// The host's pass compiles the kernel with another tile, which the loop would not find.
__global__ void dots(const float *__restrict__ x, float *__restrict__ y, int n)
{
#ifdef __CUDA_ARCH__
    __shared__ float tile[128];
    const int t = threadIdx.x;
#else
    __shared__ float tile[64];
    const int t = threadIdx.x % 64;
#endif
    float sum = 0;

    for (int i = 0; i < n; i += 128) {
        tile[t] = x[i + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * tile[127 - j];
        __syncthreads();
    }
    y[t] = sum;
}
