// At the edge of the data some threads do not come to the barrier.
__global__ void reverse(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float tile[256];
    int t = threadIdx.x, i = blockIdx.x * 256 + t;

    if (i < n) {
        tile[t] = x[i];
        __syncthreads();
        y[i] = tile[255 - t];
    }
}
