// The store stands in a function whose own parameters are restrict: that proves nothing here.
__device__ void emit(float *__restrict__ dst, float v)
{
    *dst = v;
}

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
        emit(&y[i + t], v);
        __syncthreads();
    }
}
