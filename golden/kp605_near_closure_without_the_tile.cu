// kpipe: --variant cp-async
// As kp605_closure_without_the_tile, but the closure captures by reference, or names no tile.

__global__ void by_reference(const float *__restrict__ x, float *__restrict__ out, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        tile[t] = x[k + t];
        __syncthreads();
        auto term = [&, t](int j) { return tile[j] * (t - j); };
        for (int j = 0; j < 128; ++j)
            sum += term(j);
        __syncthreads();
    }
    out[blockIdx.x * 128 + t] = sum;
}

__global__ void argument(const float *__restrict__ x, float *__restrict__ out, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        tile[t] = x[k + t];
        __syncthreads();
        auto term = [t](const float *row, int j) { return row[j] * (t - j); };
        for (int j = 0; j < 128; ++j)
            sum += term(tile, j);
        __syncthreads();
    }
    out[blockIdx.x * 128 + t] = sum;
}
