// The condition takes work from a queue: asking it twice takes two items.
__device__ int next_item;

__global__ void worker(const float *__restrict__ x, float *__restrict__ out, int items)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float sum = 0.0f;
    int item;

    while ((item = __shfl_sync(~0u, t % 32 == 0 ? atomicAdd(&next_item, 1) : 0, 0)) < items) {
        tile[t] = x[item * 128 + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * (t - j);
        __syncthreads();
    }
    out[blockIdx.x * 128 + t] = sum;
}
