// Rows of a tile, read by all threads together.
#define BK 16
__global__ void gather(const float *__restrict__ x, float *__restrict__ y, int k)
{
    __shared__ float tile[64][BK];
    int t = threadIdx.x;

    for (int i = t; i < 64 * BK; i += 256)
        tile[i / BK][i % BK] = x[(blockIdx.x * 64 + i / BK) * k + i % BK];
    __syncthreads();
    for (int i = t; i < 64 * BK; i += 256)
        y[blockIdx.x * 64 * BK + i] = tile[i / BK][i % BK];
}
