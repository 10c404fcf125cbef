// Every step is made of the counter alone, so that the loop makes the same trips in every iteration.
__global__ void __launch_bounds__(128) shifted(const float *__restrict__ B, float *__restrict__ C, int n)
{
    __shared__ float tile[160];
    int t = threadIdx.x;
    float acc = 0;

    for (int k = 0; k < n; k += 128) {
        int at = t;
        for (int i = 0; i < 4; i += i + 1)
            at += 1;
        tile[at] = B[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            acc += tile[3 + (j ^ t)] * j;
        __syncthreads();
    }
    C[blockIdx.x * 128 + t] = acc;
}
