// kpipe: --no-runtime-checks
// __restrict__ on a local says nothing about what other pointers do.
__global__ void filter(const float *x, float *y, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    const float *__restrict__ src = x + blockIdx.x * n;
    float *__restrict__ dst = y + blockIdx.x * n;

    for (int i = 0; i < n; i += 128) {
        tile[t] = src[i + t];
        __syncthreads();
        float v = 0.0f;
        for (int j = 0; j <= t; ++j)
            v += tile[j] * (t - j);
        dst[i + t] = v;
        __syncthreads();
    }
}
