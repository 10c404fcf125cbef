// Start and bound differ between blocks, not between threads.
__global__ void ragged(const float *__restrict__ x, const int *__restrict__ start,
                       float *__restrict__ out)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int i = start[blockIdx.x]; i < start[blockIdx.x + 1]; i += 128) {
        tile[t] = x[i + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * (t - j);
        __syncthreads();
    }
    out[blockIdx.x * 128 + t] = sum;
}
