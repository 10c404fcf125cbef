// What is returned is read behind the barrier, while others may fill the tile again.
__device__ float tile_sum(const float *s)
{
    float r = 0.0f;
    for (int j = 0; j < 128; j++)
        r += s[j] * (j ^ threadIdx.x);
    __syncthreads();
    return s[0];
}

__global__ void sums(const float *__restrict__ a, float *__restrict__ out, int n)
{
    __shared__ float s[128];
    float sum = 0.0f;

    for (int i = 0; i < n; i += 128) {
        s[threadIdx.x] = a[i + threadIdx.x];
        __syncthreads();
        sum += tile_sum(s);
    }
    out[blockIdx.x * 128 + threadIdx.x] = sum;
}
