// Compute uses the same variables for its own values; each trip of its loop writes them first.
__global__ __launch_bounds__(64) void gemv4(const float *__restrict__ x, float *__restrict__ y,
                                            int n)
{
    __shared__ float tile[4 * 64];
    const int t = threadIdx.x;
    float4 v, sum = {0, 0, 0, 0};

    for (int k = 0; k < n; k += 256) {
        v = *(const float4 *)(x + 4 * t);
        tile[t] = v.x;
        tile[64 + t] = v.y;
        tile[128 + t] = v.z;
        tile[192 + t] = v.w;
        x += 256;
        __syncthreads();
        for (int j = 0; j < 64; ++j) {
            v = *(const float4 *)(tile + 4 * j);
            sum.x += v.x;
            sum.y += v.y * v.z;
            sum.w += v.w;
        }
        __syncthreads();
    }
    y[blockIdx.x * 64 + t] = sum.x + sum.y + sum.w;
}
