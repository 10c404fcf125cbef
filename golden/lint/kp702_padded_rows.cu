// 16 bytes per lane into rows of 80: quarter warps fill two rows each, and four banks are in both.
__global__ void rows(const uint4 *__restrict__ x, uint4 *__restrict__ y)
{
    __shared__ __align__(16) short tile[64][40];
    int t = threadIdx.x;

    *reinterpret_cast<uint4 *>(&tile[t / 4][t % 4 * 8]) = x[blockIdx.x * 256 + t];
    __syncthreads();
    y[blockIdx.x * 256 + t] = *reinterpret_cast<uint4 *>(&tile[t / 4][(3 - t % 4) * 8]);
}

void run(const uint4 *x, uint4 *y)
{
    rows<<<1000, 256>>>(x, y);
}
