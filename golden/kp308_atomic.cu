// kpipe: --variant cp-async
// Compute counts in the tile itself.
__global__ void ranks(const int *__restrict__ x, int *__restrict__ y, int n)
{
    __shared__ int tile[128];
    const int t = threadIdx.x;
    int sum = 0;

    for (int k = 0; k < n; k += 128) {
        tile[t] = x[k + t];
        __syncthreads();
        atomicAdd(&tile[(t + k) % 128], 1);
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += tile[j] ^ t;
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
