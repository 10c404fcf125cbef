// Compute decides how far the next step goes.
__global__ void adaptive(const float *__restrict__ x, float *__restrict__ out, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float sum = 0.0f;
    int step = 128;

    for (int i = 0; i + 128 <= n; i += step) {
        tile[t] = x[i + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * (t - j);
        if (tile[0] < 1e-3f)
            step = 256;
        __syncthreads();
    }
    out[blockIdx.x * 128 + t] = sum;
}
