// What GPUs before Turing would compile is not what was looked at, and the output says so. The host's
// pass takes the same branch, but makes nothing of it.
__global__ void dots(const float *__restrict__ x, float *__restrict__ y, float *z, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float sum = 0;

    for (int i = 0; i < n; i += 128) {
        tile[t] = x[i + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j) {
#if __CUDA_ARCH__ >= 800
            sum = __fmaf_rn(tile[j], tile[127 - j], sum);
#elif __CUDA_ARCH__ >= 750
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
