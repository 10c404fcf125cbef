// A tile, a results array and a scalar in one declaration: only the tile gets a second buffer.
__global__ void norm_dot(const float *__restrict__ x, float *__restrict__ out, int n)
{
    __shared__ float tile[128], best[128], top;
    const int t = threadIdx.x;
    float sum = 0.0f;

    best[t] = 0.0f;
    if (t == 0)
        top = 1.0f;
    __syncthreads();
    for (int i = 0; i < n; i += 128) {
        tile[t] = x[i + t];
        __syncthreads();
        best[t] = fmaxf(best[t], tile[127 - t]);
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * top;
        __syncthreads();
    }
    out[blockIdx.x * 128 + t] = sum + best[127 - t];
}
