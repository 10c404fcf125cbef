// kpipe: --no-widen
// Rounded up in unsigned numbers: the counter is converted for the comparison, and as far up as that says.
__host__ __device__ constexpr unsigned blocks_of(unsigned n, unsigned size) { return (n + size - 1) / size; }

__global__ void whole(const float *x, float *y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;

    for (int i = blockIdx.x; i < blocks_of(n, 128); i += gridDim.x) {
        int at = i * 128 + t;

        if (at < n)
            xs[t] = x[at];
        else
            xs[t] = 0.0f;
        __syncthreads();
        if (at < n)
            y[at] = 0.5f * xs[127 - t];
        __syncthreads();
    }
}

__global__ void wide(const float *x, float *y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;

    for (int i = 0; (long long)i < n / 128; i++) {
        xs[t] = x[i * 128 + t];
        __syncthreads();
        y[i * 128 + t] = 0.5f * xs[127 - t];
        __syncthreads();
    }
}

void run(const float *x, float *y, int n)
{
    whole<<<4, 128>>>(x, y, n);
    wide<<<4, 128>>>(x, y, n);
}
