// The launch shows the block: 1024 bytes are four trips. The index has names of its own, which the trips
// from registers do without; the pragma stays at the trips that it was written for.
__global__ void gemv(const unsigned char *__restrict__ q, const float *__restrict__ scale,
                     float *__restrict__ y, int n)
{
    __shared__ float xs[1024];
    const int threads = blockDim.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 1024) {
        const float s = scale[k / 1024];
        #pragma unroll 2
        for (int i = threadIdx.x; i < 1024; i += threads) {
            const int at = k + i; // in the row
            xs[i] = (q[at] - 128) * s;
        }
        __syncthreads();
        for (int j = 0; j < 1024; ++j)
            sum += xs[j] * xs[(j + threadIdx.x) % 1024];
        __syncthreads();
    }
    y[blockIdx.x * threads + threadIdx.x] = sum;
}

void launch(const unsigned char *q, const float *scale, float *y, int n, int blocks)
{
    gemv<<<blocks, 256>>>(q, scale, y, n);
}
