// The fence stands behind the loop.
__device__ unsigned int blocks_done;

__global__ void sum_rows(const float *__restrict__ x, float *__restrict__ part, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int i = 0; i < n; i += 128) {
        tile[t] = x[i + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * (t - j);
        __syncthreads();
    }
    part[blockIdx.x * 128 + t] = sum;
    __threadfence();
    if (t == 0)
        atomicInc(&blocks_done, gridDim.x);
}
