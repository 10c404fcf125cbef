// The first threads of the block may run one iteration more than the last ones.
__global__ void stride_sum(const float *__restrict__ x, float *__restrict__ out, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int i = t; i < n; i += 128) {
        tile[t] = x[i];
        __syncthreads();
        sum += tile[127 - t] + tile[t ^ 1];
        __syncthreads();
    }
    out[blockIdx.x * 128 + t] = sum;
}
