// Behind the last trip the counter wraps around, below its bound again: its condition is not asked twice.
__global__ void gemv(const unsigned char *__restrict__ q, float *__restrict__ y, int n, unsigned base)
{
    __shared__ float xs[256];
    float sum = 0.0f;

    for (int k = 0; k < n; k += 256) {
        for (unsigned i = base + threadIdx.x; i < base + 256; i += blockDim.x)
            xs[i - base] = 0.5f * q[k + (i - base)];
        __syncthreads();
        for (int j = 0; j < 256; ++j)
            sum += xs[j] * xs[(j + threadIdx.x) % 256];
        __syncthreads();
    }
    y[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

void launch(const unsigned char *q, float *y, int n, int blocks)
{
    gemv<<<blocks, 96>>>(q, y, n, 4294967040u - 256u);
}
