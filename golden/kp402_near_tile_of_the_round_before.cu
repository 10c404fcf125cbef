// kpipe: --variant cp-async
// As kp402_tile_of_the_round_before, but there is an iteration, or no round before.
__global__ void rounds(const float *__restrict__ x, float *__restrict__ y, const int *__restrict__ lengths, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int r = 0; r < n; ++r) {
        int k = 0;
        do {
            tile[t] = x[r * 1024 + k + t];
            __syncthreads();
            for (int j = 0; j < 128; ++j)
                sum += tile[j] * (t - j);
            __syncthreads();
            k += 128;
        } while (k < lengths[r]);
        sum += tile[127 - t];
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}

__global__ void constant(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int r = 0; r < n; ++r) {
        for (int k = 0; k < 1024; k += 128) {
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

__global__ void once(const float *__restrict__ x, float *__restrict__ y, int n)
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
    tile[t] = sum;
    __syncthreads();
    y[blockIdx.x * 128 + t] = sum + tile[127 - t];
}
