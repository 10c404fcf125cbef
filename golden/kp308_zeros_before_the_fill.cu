// The zeros stay in compute, as they are in another run than the fill; the fill would be in front of them.
__global__ void zeroed(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float v = 0.0f;

    for (int i = 0; i < n; i += 128) {
        tile[t] = 0.0f;
        __syncthreads();
        if (i + 2 * t < n)
            tile[127 - t] = x[i + 2 * t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            v += tile[j] * (t - j);
        __syncthreads();
        tile[127 - t] = v;
        __syncthreads();
        y[i + t] = tile[t];
        __syncthreads();
    }
}
