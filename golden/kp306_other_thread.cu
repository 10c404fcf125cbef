// Neighbours are averaged in place, within the warp, before the barrier.
__global__ void smoothed(const float *__restrict__ x, float *__restrict__ out, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int i = 0; i < n; i += 128) {
        tile[t] = x[i + t];
        __syncwarp();
        const float v = 0.5f * (tile[t] + tile[t ^ 1]);
        __syncwarp();
        tile[t] = v;
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * (t - j);
        __syncthreads();
    }
    out[blockIdx.x * 128 + t] = sum;
}
