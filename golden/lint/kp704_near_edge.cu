// All threads come to the barrier; those at the edge do nothing in front of it.
__global__ void reverse(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float tile[256];
    int t = threadIdx.x, i = blockIdx.x * 256 + t;

    tile[t] = i < n ? x[i] : 0.0f;
    __syncthreads();
    if (i < n)
        y[i] = tile[255 - t];
}
