// Each branch has a loop of its own, with its tile. What this build has is pipelined, and the other one
// stays as it is.
__global__ void dots(const float *__restrict__ x, float *__restrict__ y, int n)
{
    const int t = threadIdx.x;
    float sum = 0;

#ifdef BACKWARDS
    __shared__ float last[128];

    for (int i = n - 128; i >= 0; i -= 128) {
        last[t] = x[i + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += last[j] * last[127 - j];
        __syncthreads();
    }
#else
    __shared__ float tile[128];

    for (int i = 0; i < n; i += 128) {
        tile[t] = x[i + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * tile[127 - j];
        __syncthreads();
    }
#endif
    y[t] = sum;
}
