// The branch of one of the GPUs that kpipe plans for writes the tile.
__global__ void dots(const float *__restrict__ x, float *__restrict__ y, float *z, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float sum = 0;

    for (int i = 0; i < n; i += 128) {
        tile[t] = x[i + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j) {
#if __CUDA_ARCH__ >= 890
            sum = __fmaf_rn(tile[j], tile[127 - j], sum);
#elif __CUDA_ARCH__ >= 860
            sum += tile[j] * tile[127 - j];
#else
            tile[j] = sum;
#endif
        }
        __syncthreads();
    }
    y[t] = sum;
}

void launch(const float *x, float *y, float *z, int n)
{
    dots<<<1, 128>>>(x, y, z, n);
}
