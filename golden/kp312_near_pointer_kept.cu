// Other names that do no harm: a helper's parameter, which ends with the call, and a pointer to what nobody
// changes.
__device__ int next(const int &at, int by)
{
    return (at * 5 + by) & 31;
}

__global__ void gather(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float s[128];
    const int t = threadIdx.x;
    const int table[4] = {1, 2, 3, 4};
    const int *entry = table;
    float acc = 0.0f;
    int off = 0;

    for (int i = 0; i < n; i += 128) {
        s[t] = x[i + t + off];
        off = next(off, entry[t & 3]);
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            acc += s[j] * (j + 1);
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = acc;
}
