// kpipe: --variant cp-async
// Compute leaves its own results in the tile.
__global__ void transform(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;

    for (int i = 0; i < n; i += 128) {
        tile[t] = x[i + t];
        __syncthreads();
        float v = 0.0f;
        for (int j = 0; j < 128; ++j)
            v += tile[j] * (t - j);
        __syncthreads();
        tile[127 - t] = v;
        __syncthreads();
        y[i + t] = tile[t];
        __syncthreads();
    }
}
