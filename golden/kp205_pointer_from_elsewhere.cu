// A pointer may come from where nobody follows it: that it is x in one place says nothing of the other.

__global__ void shuffled(const float *__restrict__ x, float *out, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float sum = 0.0f;
    const float *from = x;

    if (n > 1024)
        from = (const float *)__shfl_sync(~0u, (unsigned long long)(t ? x : out), 0);

    for (int k = 0; k < n; k += 128) {
        tile[t] = from[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * (t - j);
        out[k + t] = sum;
        __syncthreads();
    }
}

__global__ void loaded(const float *__restrict__ x, const float *const *table, float *out, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float sum = 0.0f;
    const float *from = x;

    if (table)
        from = __ldg(&table[blockIdx.x]);

    for (int k = 0; k < n; k += 128) {
        tile[t] = from[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * (t - j);
        out[k + t] = sum;
        __syncthreads();
    }
}
