// kpipe: --variant ldg
// Between the declaration and the condition stands a loop.
__global__ void f(const float *__restrict__ x, float *__restrict__ out, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int i = 0; i < n; i += 128) {
        float v = 0.0f;
        for (int k = 0; k < 2; ++k)
            if (i + t < n - k)
                v = x[i + t + k];
        tile[t] = v;
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * (t - j);
        __syncthreads();
    }
    out[blockIdx.x * 128 + t] = sum;
}
