// The guard protects the index load as well: no zero-fill copy may read list[] past its end.
__global__ void gather_sum(const float *__restrict__ x, const int *__restrict__ list,
                           float *__restrict__ out, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int i = 0; i < n; i += 128) {
        if (i + t < n)
            tile[t] = x[list[i + t]];
        else
            tile[t] = 0.0f;
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * (t - j);
        __syncthreads();
    }
    out[blockIdx.x * 128 + t] = sum;
}
