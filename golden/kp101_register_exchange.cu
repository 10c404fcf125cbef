// kpipe: -v
// The shared array only passes registers around: nothing to prefetch.
__global__ void rotate_sum(const float *__restrict__ x, float *__restrict__ out, int rounds)
{
    __shared__ float lane[128];
    const int t = threadIdx.x;
    float v = x[blockIdx.x * 128 + t];
    float sum = v;

    for (int r = 0; r < rounds; ++r) {
        lane[t] = v;
        __syncthreads();
        v = lane[(t + 1) % 128];
        sum += v * r;
        __syncthreads();
    }
    out[blockIdx.x * 128 + t] = sum;
}
