// kpipe: --variant ldg
// One condition each.
__global__ void f(const float *__restrict__ x, float *__restrict__ out, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int i = 0; i < n; i += 128) {
        float v = 0.0f, w = 0.0f;
        if (i + t < n)
            v = x[i + t]; // left
        if (i + t + 1 < n)
            w = x[i + t + 1];
        tile[t] = v + w;
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * (t - j);
        __syncthreads();
    }
    out[blockIdx.x * 128 + t] = sum;
}
