// Tile k may be read only after its flag: fetched ahead, it would be read before.
__global__ void consumer(const float *__restrict__ x, int *ready, float *__restrict__ out, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int i = 0; i < n; i += 128) {
        if (t == 0)
            while (atomicAdd(&ready[i / 128], 0) == 0)
                __nanosleep(100);
        __syncthreads();
        tile[t] = x[i + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * (t - j);
        __syncthreads();
    }
    out[blockIdx.x * 128 + t] = sum;
}
