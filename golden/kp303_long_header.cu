// The copy loop moves a counter that outlives it; the message quotes one line of the statement.
__global__ __launch_bounds__(128) void gather(const float *__restrict__ x,
                                              const int *__restrict__ list, float *__restrict__ y,
                                              int n)
{
    __shared__ float tile[512];
    const int t = threadIdx.x;
    int next = t;
    float sum = 0;

    for (int k = 0; k < n; k += 512) {
        for (int i = 0; i < 4;
             i++, next += 128) {
            const float *from = x + list[next];
            tile[i * 128 + t] = from[t];
        }
        __syncthreads();
        for (int j = 0; j < 512; ++j)
            sum += tile[j];
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
