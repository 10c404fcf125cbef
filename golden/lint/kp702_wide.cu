// Accesses of 16 bytes go by quarter warps: eight lanes, rows of 64 words, four words each.
__global__ void rows(const float4 *__restrict__ x, float4 *__restrict__ y)
{
    __shared__ float4 tile[32][16];
    int t = threadIdx.x;

    for (int i = t; i < 32 * 16; i += 128)
        tile[i / 16][i % 16] = x[i];
    __syncthreads();
    if (t < 32)
        y[t] = tile[t][blockIdx.x];
}
