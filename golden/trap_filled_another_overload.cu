// kpipe: --variant ldg
// Of the same size, and another type to an overload.
__device__ int which(long)
{
    return 1;
}

__device__ int which(long long)
{
    return 2;
}

__global__ void f(const long *__restrict__ x, float *__restrict__ out, int n)
{
    __shared__ int tile[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int i = 0; i < n; i += 128) {
        tile[t] = which(i + t < n ? x[i + t] : 0LL);
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * (t - j);
        __syncthreads();
    }
    out[blockIdx.x * 128 + t] = sum;
}
