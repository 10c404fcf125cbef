// The counter's start and the loop's bound are the same in every iteration, its step is not: the loop makes four
// trips in the first one and two in the others, and `at` ends with another value.
__global__ void __launch_bounds__(128) shifted(const float *__restrict__ B, float *__restrict__ C, int n)
{
    __shared__ float tile[160];
    int t = threadIdx.x;
    float acc = 0;

    for (int k = 0; k < n; k += 128) {
        int q = k ? 2 : 1;
        int at = t;
        for (int i = 0; i < 4; i += q)
            at += 1;
        tile[at] = B[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            acc += tile[4 + (j ^ t)] * j;
        __syncthreads();
    }
    C[blockIdx.x * 128 + t] = acc;
}
