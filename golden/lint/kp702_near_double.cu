// 8 bytes per lane go by half warps: two wavefronts without a conflict.
__global__ void reverse(const double *__restrict__ x, double *__restrict__ y)
{
    __shared__ double tile[128];
    int t = threadIdx.x;

    tile[t] = x[blockIdx.x * 128 + t];
    __syncthreads();
    y[blockIdx.x * 128 + t] = tile[127 - t];
}
