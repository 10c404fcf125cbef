// No barrier is between the results and the next fill.
__global__ void wraps(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float tile[256];
    const int t = threadIdx.x;
    float v = 0.0f;

    for (int i = 0; i < n; i += 128) {
        tile[t] = x[i + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            v += tile[j] * (t - j);
        __syncthreads();
        tile[t + 128] = v;
    }
    __syncthreads();
    y[blockIdx.x * 128 + t] = tile[255 - t];
}
