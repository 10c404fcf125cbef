// The results have an array of their own: only the tile is buffered.
__global__ void transform(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float tile[128];
    __shared__ float result[128];
    const int t = threadIdx.x;

    for (int i = 0; i < n; i += 128) {
        tile[t] = x[i + t];
        __syncthreads();
        float v = 0.0f;
        for (int j = 0; j < 128; ++j)
            v += tile[j] * (t - j);
        result[127 - t] = v;
        __syncthreads();
        y[i + t] = result[t];
        __syncthreads();
    }
}
