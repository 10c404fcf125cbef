// Start and bound carry the same thread term, and have names: these are set once, and cut nothing off.
__global__ void rows(const float *__restrict__ x, float *__restrict__ out, int n, int c)
{
    __shared__ float tile[128];
    const int t = threadIdx.x, b = blockIdx.x;
    float sum = 0.0f;
    const int first = b * n * c + t;
    const int last = (b + 1) * n * c + t;

    for (int i = first; i < last; i += c) {
        tile[t] = x[i];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * (t - j);
        __syncthreads();
    }
    out[b * 128 + t] = sum;
}

__global__ void counted(const float *__restrict__ x, float *__restrict__ out, int n, int c)
{
    __shared__ float tile[128];
    const int t = threadIdx.x, b = blockIdx.x;
    float sum = 0.0f;
    const int first = b * n * c + t, end = first + n * c;

    for (int i = first; i < end; i += c) {
        tile[t] = x[i];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * (t - j);
        __syncthreads();
    }
    out[b * 128 + t] = sum;
}

__global__ void down(const float *__restrict__ x, float *__restrict__ out, int n, int c)
{
    __shared__ float tile[128];
    const int t = threadIdx.x, b = blockIdx.x;
    float sum = 0.0f;
    int first = b * n * c + t, last = first + n * c - c;

    for (int i = last; i >= first; i -= c) {
        tile[t] = x[i];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * (t - j);
        __syncthreads();
    }
    out[b * 128 + t] = sum;
}
