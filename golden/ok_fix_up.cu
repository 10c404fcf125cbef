// The fix-up would be overwritten by an asynchronous copy that lands after it; staging registers are
// stored in order.
__global__ void masked(const float *__restrict__ x, float *__restrict__ out, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int i = 0; i < n; i += 128) {
        tile[t] = x[i + t];
        if (i + t == (int)blockIdx.x)
            tile[t] = 0.0f;
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * (t - j);
        __syncthreads();
    }
    out[blockIdx.x * 128 + t] = sum;
}
