// No launch in sight, and no size that blocks cover: of each 96 elements 64 are stored to. The grid stays a constant.
__global__ void gather(const float *__restrict__ in, float *__restrict__ out, int n)
{
    __shared__ float tile[64];
    float sum = 0.0f;

    for (int i = 0; i < n; i += 64) {
        tile[threadIdx.x] = in[i + threadIdx.x];
        __syncthreads();
        for (int k = 0; k < 64; ++k)
            sum += tile[k] * (blockIdx.x + 1);
        __syncthreads();
    }
    out[blockIdx.x * 96 + threadIdx.x] = sum;
}
