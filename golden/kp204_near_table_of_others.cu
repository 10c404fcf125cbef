// The source is __restrict__, and the table's pointers are the caller's.
__global__ void sums(const float *__restrict__ in, float **table, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float s = 0.0f;
    for (int i = 0; i < n; i += 128) {
        tile[t] = in[i + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            s += tile[j];
        table[t][i + 128 + t] = s;
        __syncthreads();
    }
}
