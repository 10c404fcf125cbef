// The counter stands in the load phase, but the fill does not need it: it stays with its iteration.
__global__ void counted(const float *__restrict__ x, int *__restrict__ rounds_done,
                        float *__restrict__ out, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int i = 0; i < n; i += 128) {
        if (t == 0)
            atomicAdd(&rounds_done[blockIdx.x], 1);
        tile[t] = x[i + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * (t - j);
        __syncthreads();
    }
    out[blockIdx.x * 128 + t] = sum;
}
