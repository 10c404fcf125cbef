// The bound is unsigned: the counter is converted, and a run-time test can show that y does not lie inside x.
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
