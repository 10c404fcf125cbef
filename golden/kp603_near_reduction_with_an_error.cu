// kpipe: -v
// What does not parse is not in the loop, which fills nothing.
__global__ void sums(const accessor<float> x, float *out)
{
    __shared__ float part[128];
    const int t = threadIdx.x;

    part[t] = out[t];
    __syncthreads();
    for (int s = 64; s > 0; s /= 2) {
        if (t < s)
            part[t] += part[t + s];
        __syncthreads();
    }
    out[t] = part[0] + x[t];
}
