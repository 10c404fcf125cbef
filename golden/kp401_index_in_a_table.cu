// The index array is no tile, but what is loaded depends on it, and the loop stores to it by way of a table.
__global__ void gather(const float *__restrict__ x, int **table, float *__restrict__ y, int n)
{
    __shared__ float s[128];
    __shared__ int index[128];
    const int t = threadIdx.x;
    float acc = 0.0f;

    index[t] = t;
    table[blockIdx.x] = index;
    __syncthreads();
    for (int i = 0; i < n; i += 128) {
        s[t] = x[i + index[t]];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            acc += s[j] * (j + 1);
        table[blockIdx.x][t] = (i / 128 * 3 + t) & 31;
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = acc;
}
