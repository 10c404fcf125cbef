// Results are written in front of the fill, with no barrier between: the fill may be of the same elements.
__global__ void beside(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float tile[256];
    const int t = threadIdx.x;
    float v = 0.0f;

    for (int i = 0; i < n; i += 128) {
        tile[t + 64] = v;
        tile[t] = x[i + t];
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
