// kpipe: -v
// A tree reduction: its barriers guard shared memory that the block itself produces.
__global__ void block_sum(const float *__restrict__ x, float *__restrict__ out, int n)
{
    __shared__ float part[256];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int i = blockIdx.x * 256 + t; i < n; i += gridDim.x * 256)
        sum += x[i];
    part[t] = sum;
    __syncthreads();

    for (int s = 128; s > 0; s >>= 1) {
        if (t < s)
            part[t] += part[t + s];
        __syncthreads();
    }
    if (t == 0)
        out[blockIdx.x] = part[0];
}
