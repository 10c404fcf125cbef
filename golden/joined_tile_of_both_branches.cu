// Both branches fill the same tile: with two buffers it is none that the other loop could have.
__global__ void dots(const float *__restrict__ x, float *__restrict__ y, int n)
{
    const int t = threadIdx.x;
    float sum = 0;
    __shared__ float tile[128];

#ifdef BACKWARDS

    for (int i = n - 128; i >= 0; i -= 128) {
        tile[t] = x[i + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * tile[127 - j];
        __syncthreads();
    }
#else

    for (int i = 0; i < n; i += 128) {
        tile[t] = x[i + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * tile[127 - j];
        __syncthreads();
    }
#endif
    y[t] = sum;
}
