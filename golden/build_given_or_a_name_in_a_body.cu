// The host's pass makes nothing of the body, whatever other names say of it.
__global__ void sums(const float *__restrict__ x, float *y, int n)
{
#if (defined(SINGLE) || __CUDA_ARCH__ >= 200) || defined(USE_ANYTHING)
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
    sums<<<1, 128>>>(x, y, n);
}
