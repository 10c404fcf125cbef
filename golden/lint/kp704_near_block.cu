// The condition is the same for the whole block.
__global__ void reverse(const float *__restrict__ x, float *__restrict__ y, int blocks)
{
    __shared__ float tile[256];
    int t = threadIdx.x, i = blockIdx.x * 256 + t;

    if (blockIdx.x < blocks) {
        tile[t] = x[i];
        __syncthreads();
        y[i] = tile[255 - t];
    }
}
