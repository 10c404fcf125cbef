// Threads beyond the last element make one trip less than the others.
__global__ void reverse(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float tile[256];

    for (int i = threadIdx.x; i < n; i += 256) {
        tile[threadIdx.x] = x[i];
        __syncthreads();
        y[i] = tile[255 - threadIdx.x];
        __syncthreads();
    }
}
