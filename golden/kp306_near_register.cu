// The value is final before it is stored.
__global__ void masked(const float *__restrict__ x, const float *__restrict__ scale,
                       float *__restrict__ out, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int i = 0; i < n; i += 128) {
        float v = x[i + t] * scale[i / 128];
        if (i + t == (int)blockIdx.x)
            v = 0.0f;
        tile[t] = v;
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * (t - j);
        __syncthreads();
    }
    out[blockIdx.x * 128 + t] = sum;
}
