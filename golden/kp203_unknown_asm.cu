// The instruction throws cache lines away without writing them back.
__global__ void drain(const float *__restrict__ x, float *__restrict__ scratch,
                      float *__restrict__ out, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int i = 0; i < n; i += 128) {
        tile[t] = x[i + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * (t - j);
        if (t % 32 == 0)
            asm volatile("discard.global.L2 [%0], 128;" ::"l"(scratch + i + t));
        __syncthreads();
    }
    out[blockIdx.x * 128 + t] = sum;
}
