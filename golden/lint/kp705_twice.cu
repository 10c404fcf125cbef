// Nothing happens between two barriers, and nothing behind the last one.
__global__ void reverse(const float *__restrict__ x, float *__restrict__ y)
{
    __shared__ float tile[256];
    int t = threadIdx.x;

    tile[t] = x[t];
    __syncthreads();
    int other = 255 - t;
    __syncthreads();
    y[t] = tile[other];
    __syncthreads();
}
