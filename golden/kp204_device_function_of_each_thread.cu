// Each thread passes another address: the threads' answers to a test would differ.
__device__ __noinline__ void smooth(const float *x, float *y, int n)
{
    __shared__ float xs[32];
    const int t = threadIdx.x;

    for (int k = 0; k < n; k += 32) {
        if (t < 32)
            xs[t] = x[k];
        __syncthreads();
        if (t < 32)
            y[k] = xs[t] + xs[31 - t];
        __syncthreads();
    }
}

__global__ void run(const float *p, float *q, int n)
{
    smooth(p + threadIdx.x, q + threadIdx.x, n);
}
