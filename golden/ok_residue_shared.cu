// The load phase also resets a shared counter that compute fills: its barriers must stay.
__global__ void count_large(const float *__restrict__ x, int *__restrict__ out, int n)
{
    __shared__ float xs[128];
    __shared__ int count;
    const int t = threadIdx.x;
    int most = 0;

    for (int k = 0; k < n; k += 128) {
        if (t == 0)
            count = 0;
        xs[t] = x[k + t];
        __syncthreads();
        if (xs[t] > xs[127 - t])
            atomicAdd(&count, 1);
        __syncthreads();
        most = max(most, count);
        __syncthreads();
    }
    out[blockIdx.x * 128 + t] = most;
}
