// No GPU compiles what the host's pass looks at, but there the tile would have no name.
__global__ void dots(const float *__restrict__ x, float *__restrict__ y, int n)
{
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
#ifndef __CUDA_ARCH__
    tile[t] = sum;
#endif
    y[t] = sum;
}

void launch(const float *x, float *y, int n)
{
    dots<<<1, 128>>>(x, y, n);
}
