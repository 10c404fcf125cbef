// kpipe: --no-runtime-checks
// The kernel puts the restrict destination into a table and loads by what it finds there.
__global__ void grow(float **table, float *__restrict__ y, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    table[t] = y;
    const float *x = table[t];
    for (int i = 0; i < n; i += 128) {
        tile[t] = x[i + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += tile[j];
        y[i + t] += sum;
        __syncthreads();
    }
}
