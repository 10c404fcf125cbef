// All calls are in sight, and all threads of a block pass the same: the test is one in all of them.
static __device__ __noinline__ void smooth(const float *x, float *y, int n)
{
    __shared__ float xs[32];
    const int t = threadIdx.x;

    for (int k = 0; k < n; k += 32) {
        if (t < 32)
            xs[t] = x[k + t];
        __syncthreads();
        if (t < 32)
            y[k + t] = xs[t] + xs[31 - t];
        __syncthreads();
    }
}

__global__ void run(const float *p, float *q, int n, int d)
{
    smooth(p + 256, q + 256 + d, n);
}
