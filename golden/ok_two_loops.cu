// Two K-loops that share one tile.
__global__ void two_passes(const float *__restrict__ x, const float *__restrict__ w,
                           float *__restrict__ y, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float a = 0.0f, b = 0.0f;

    for (int k = 0; k < n; k += 128) {
        tile[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            a += tile[j] * (j ^ t);
        __syncthreads();
    }
    for (int k = 0; k < n; k += 128) {
        tile[t] = w[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            b += tile[j] * (j - t) * a;
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = b;
}
