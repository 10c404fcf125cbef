// The step moves the variable twice, the other time by what is the thread's own.
__global__ void before(const float *__restrict__ x, float *__restrict__ out, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x, b = blockIdx.x;
    float sum = 0.0f;

    for (int i = t; i < n + t; i += t, i += 128) {
        tile[t] = x[i];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * (t - j);
        __syncthreads();
    }
    out[b * 128 + t] = sum;
}

__global__ void behind(const float *__restrict__ x, float *__restrict__ out, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x, b = blockIdx.x;
    float sum = 0.0f;

    for (int i = t; i < n + t; i += 128, i ^= t) {
        tile[t] = x[i];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * (t - j);
        __syncthreads();
    }
    out[b * 128 + t] = sum;
}
