// kpipe: --variant cp-async
// Where the loop makes no iteration, the tile is what the round or the call before has left in it.
__global__ void rounds(const float *__restrict__ x, float *__restrict__ y, const int *__restrict__ lengths, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int r = 0; r < n; ++r) {
        for (int k = 0; k < lengths[r]; k += 128) {
            tile[t] = x[r * 1024 + k + t];
            __syncthreads();
            for (int j = 0; j < 128; ++j)
                sum += tile[j] * (t - j);
            __syncthreads();
        }
        sum += tile[127 - t];
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}

static __device__ float sum_of(const float *x, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        tile[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * (t - j);
        __syncthreads();
    }
    sum += tile[127 - t];
    __syncthreads();
    return sum;
}

__global__ void calls(const float *__restrict__ x, float *__restrict__ y, int n, int m)
{
    const float sum = sum_of(x, n);

    y[blockIdx.x * 128 + threadIdx.x] = sum - sum_of(x + n, m);
}
