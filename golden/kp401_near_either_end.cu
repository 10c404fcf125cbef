// Either way the pointer points into the tile.
__global__ void ragged(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float tile[513];
    const int t = threadIdx.x;
    const float *p = t < 32 ? tile : &tile[1];
    float sum = 0.0f;

    for (int k = 0; k < n; k += 512) {
        for (int i = 0; i < 4; ++i)
            tile[t + 128 * i] = x[k + t + 128 * i];
        __syncthreads();
        for (int j = 0; j < 511; ++j)
            sum += p[j] * (j ^ t);
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
