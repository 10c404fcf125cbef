// A tree of sums that leaves every second lane idle, then three of four, ...
__global__ void sum(const float *__restrict__ x, float *__restrict__ y)
{
    __shared__ float part[256];
    int t = threadIdx.x;

    part[t] = x[blockIdx.x * 256 + t];
    __syncthreads();
    for (int s = 1; s < 256; s *= 2) {
        if (t % (2 * s) == 0)
            part[t] += part[t + s];
        __syncthreads();
    }
    if (t == 0)
        y[blockIdx.x] = part[0];
}
