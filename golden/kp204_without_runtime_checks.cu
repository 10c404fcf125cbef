// kpipe: --no-runtime-checks
// The user wants no tests in front of loops.
__global__ void smooth(const float *x, float *y, int n, int begin)
{
    __shared__ float xs[128];
    const int t = threadIdx.x, from = begin + blockIdx.x * n;

    for (int k = 0; k < n; k += 128) {
        if (t < 128)
            xs[t] = x[from + k + t];
        __syncthreads();
        if (t < 128)
            y[from + k + t] = xs[t] + xs[127 - t];
        __syncthreads();
    }
}

void run(const float *x, float *y, int n)
{
    smooth<<<8, 128>>>(x, y, n, 0);
}
