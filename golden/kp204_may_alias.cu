// kpipe: --no-runtime-checks
// y may lie inside x: the store of tile n could be what tile n + 1 is loaded from.
__global__ void filter(const float *x, float *y, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;

    for (int i = blockIdx.x * n; i < (blockIdx.x + 1) * n; i += 128) {
        tile[t] = x[i + t];
        __syncthreads();
        float v = 0.0f;
        for (int j = 0; j <= t; ++j)
            v += tile[j] * (t - j);
        y[i + t] = v;
        __syncthreads();
    }
}
