// The text has a brace more than it closes; what is compiled has not.
__global__ void sums(const float *__restrict__ in, float *__restrict__ out, int n)
{
    __shared__ float tile[128];
    float sum = 0.0f;

    for (int i = 0; i < n; i += 128) {
        tile[threadIdx.x] = in[i + threadIdx.x];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += tile[j];
        __syncthreads();
    }
#if 1
    if (blockIdx.x < n / 128) {
#else
    {
#endif
        out[blockIdx.x * 128 + threadIdx.x] = sum;
    }
}
