// Nothing is stored where it is loaded from, and nobody says so.
static __global__ void k(const float *x, float *y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;

    for (int i = 0; i < n; i += 128) {
        xs[t] = x[i + t];
        __syncthreads();
        y[i + 128 + t] = xs[t] * 0.5f + xs[127 - t];
        __syncthreads();
    }
}

void run(const float *x, float *y, int n)
{
    k<<<1, 128>>>(x, y, n);
}
