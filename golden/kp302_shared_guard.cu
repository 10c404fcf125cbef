// Compute switches elements off that the next fill leaves out.
__global__ void active_set(const float *__restrict__ x, float *__restrict__ out, int n)
{
    __shared__ float tile[128];
    __shared__ int active[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    active[t] = 1;
    __syncthreads();
    for (int i = 0; i < n; i += 128) {
        tile[t] = active[127 - t] ? x[i + t] : 0.0f;
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * (t - j);
        active[t] = sum < 100.0f;
        __syncthreads();
    }
    out[blockIdx.x * 128 + t] = sum;
}
