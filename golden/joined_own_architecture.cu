// Which GPU it is says the file itself.
#ifndef __CUDA_ARCH__
#define __CUDA_ARCH__ 700
#endif

__global__ void dots(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    const float *from = x;

#if __CUDA_ARCH__ >= 750
#else
    from = y;
#endif
    for (int i = 0; i < n; i += 128) {
        float sum = 0;

        tile[t] = from[i + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * tile[127 - j];
        y[i + t] = sum;
        __syncthreads();
    }
}

void launch(const float *x, float *y, int n)
{
    dots<<<1, 128>>>(x, y, n);
}
