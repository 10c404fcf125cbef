// The guard does not change in the K-loop, but it does in the loop around it: more elements are
// filled from round to round, and the old ones are read on.
__global__ void growing(const float *__restrict__ x, float *__restrict__ y, int n, int rounds)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    tile[t] = 0.0f;
    __syncthreads();
    for (int r = 0; r < rounds; ++r)
        for (int k = 0; k < n; ++k) {
            if ((t + r) % 2 == 0)
                tile[t] = x[k * 128 + t];
            __syncthreads();
            for (int j = 0; j < 128; ++j)
                sum += tile[j] * (j ^ t);
            __syncthreads();
        }
    y[blockIdx.x * 128 + t] = sum;
}
