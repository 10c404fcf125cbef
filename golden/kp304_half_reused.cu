// Compute writes a part of the variable only: the rest of it is what the load phase has put there.
__global__ __launch_bounds__(64) void gemv4(const float *__restrict__ x, float *__restrict__ y,
                                            int n)
{
    __shared__ float tile[2 * 64];
    const int t = threadIdx.x;
    float4 v, sum = {0, 0, 0, 0};

    for (int k = 0; k < n; k += 128) {
        v = *(const float4 *)(x + 4 * t);
        tile[t] = v.x;
        tile[64 + t] = v.y;
        x += 256;
        __syncthreads();
        for (int j = 0; j < 64; ++j) {
            v.x = tile[2 * j];
            sum.x += v.x;
            sum.y += v.y * v.z;
        }
        __syncthreads();
    }
    y[blockIdx.x * 64 + t] = sum.x + sum.y;
}
