// The indices of the second array stand in the first one: only the indices are a tile.
__global__ void two_level(const float *__restrict__ x, const int *__restrict__ list,
                          float *__restrict__ out, int n)
{
    __shared__ int rows[32];
    __shared__ float tile[32][129];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int i = 0; i < n; i += 32) {
        if (t < 32)
            rows[t] = list[i + t];
        __syncthreads();
        for (int r = 0; r < 32; ++r)
            tile[r][t] = x[rows[r] * 128 + t];
        __syncthreads();
        for (int r = 0; r < 32; ++r)
            sum += tile[r][(t + r) % 128];
        __syncthreads();
    }
    out[blockIdx.x * 128 + t] = sum;
}
