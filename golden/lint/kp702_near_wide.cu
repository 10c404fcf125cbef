// 16 bytes per lane, one behind the other: four wavefronts, and fewer cannot be.
__global__ void rows(const float4 *__restrict__ x, float4 *__restrict__ y)
{
    __shared__ float4 tile[128];
    int t = threadIdx.x;

    tile[t] = x[blockIdx.x * 128 + t];
    __syncthreads();
    y[blockIdx.x * 128 + t] = tile[127 - t];
}
