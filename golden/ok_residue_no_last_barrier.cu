// Reset and read of the counter stand in one interval: only the barriers on both sides of the
// reset make that right.
__global__ void count_large(const float *__restrict__ x, int *__restrict__ out, int n)
{
    __shared__ float xs[128];
    __shared__ int count[2];
    const int t = threadIdx.x;
    int most = 0;

    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        if (t < 2)
            count[t] = 0;
        __syncthreads();
        if (xs[t] > xs[127 - t])
            atomicAdd(&count[t % 2], 1);
        __syncthreads();
        most = max(most, count[0] - count[1]);
        __syncthreads();
    }
    out[blockIdx.x * 128 + t] = most;
}
