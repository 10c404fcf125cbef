// Of two loops around the same text, both of which could be pipelined, the inner one is.
__global__ void mixed(const float *__restrict__ x, const float *__restrict__ d, float *y, int n, int m)
{
    __shared__ float xs[128], ds[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < m; j += 128) {
            ds[t] = d[j + t];
            __syncthreads();
            for (int i = 0; i < 128; ++i)
                sum += xs[(t + i) % 128] * ds[i];
            __syncthreads();
        }
        __syncthreads();
    }
    y[t] = sum;
}
