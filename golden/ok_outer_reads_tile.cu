// The enclosing loop reads the tile of the round before in front of the K-loop.
__global__ void rounds(const float *__restrict__ x, float *__restrict__ y, int n, int rounds)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    tile[t] = 1.0f;
    for (int r = 0; r < rounds; ++r) {
        __syncthreads();
        sum += tile[127 - t];
        __syncthreads();
        for (int k = 0; k < n; k += 128) {
            tile[t] = x[r * n + k + t];
            __syncthreads();
            for (int j = 0; j < 128; ++j)
                sum += tile[j] * (t - j);
            __syncthreads();
        }
    }
    y[blockIdx.x * 128 + t] = sum;
}
