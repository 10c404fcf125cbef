// Every block publishes its partial sums tile by tile; the fence says in which order.
__global__ void publish(const float *__restrict__ x, float *__restrict__ part,
                        int *__restrict__ done, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;

    for (int i = 0; i < n; i += 128) {
        tile[t] = x[i + t];
        __syncthreads();
        float sum = 0.0f;
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * (t - j);
        part[(blockIdx.x * n + i) + t] = sum;
        __threadfence();
        if (t == 0)
            atomicAdd(&done[i / 128], 1);
        __syncthreads();
    }
}
