// The results are in the tile before it is filled: the first fill would be before them.
__global__ void before(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float v = 0.0f;

    for (int i = 0; i < n; i += 128) {
        tile[127 - t] = v;
        __syncthreads();
        y[i + t] = tile[t];
        __syncthreads();
        tile[t] = x[i + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            v += tile[j] * (t - j);
        __syncthreads();
    }
}
