// Which row comes next stands in a list in global memory.
__global__ void gather_sum(const float *__restrict__ x, const int *__restrict__ list,
                           float *__restrict__ out, int steps)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int s = 0; s < steps; ++s) {
        const int at = list[blockIdx.x * steps + s];
        tile[t] = x[at * 128 + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * (t ^ j);
        __syncthreads();
    }
    out[blockIdx.x * 128 + t] = sum;
}
