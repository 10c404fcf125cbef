// Behind the loop the tile is scratch for the block's reduction.
__global__ void dot(const float *__restrict__ x, const float *__restrict__ w,
                    float *__restrict__ y, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        tile[t] = w[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += x[(blockIdx.x * 128 + t) * n + k + j] * tile[j];
        __syncthreads();
    }
    tile[t] = sum;
    __syncthreads();
    for (int s = 64; s > 0; s /= 2) {
        if (t < s)
            tile[t] += tile[t + s];
        __syncthreads();
    }
    if (t == 0)
        y[blockIdx.x] = tile[0];
}
