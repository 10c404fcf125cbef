// The call that waits would be inlined, and what it is given does more than the tree shows.
__device__ int calls[1024];

__device__ __noinline__ int counted(int *where)
{
    *where += 1;
    return 0;
}

__device__ void wait(int)
{
    __syncthreads();
}

__global__ void row_sums(const float *__restrict__ a, float *__restrict__ out, int n)
{
    __shared__ float tile[64];
    const int t = threadIdx.x;
    float sum = 0;
    auto by_default = [](int by, int v = counted(&calls[threadIdx.x])) { return v * by; };

    for (int i = 0; i < n; i += 64) {
        tile[t] = a[i + t];
        __syncthreads();
        for (int j = 0; j < 64; j++)
            sum += tile[(j + t) % 64];
        wait(by_default(1));
    }
    out[t] = sum;
}
