// kpipe: --variant cp-async
// The product is zero in 32 bits: all trips write one element, and the last one counts.
__global__ void gemv(const float *__restrict__ A, const float *__restrict__ x,
                     float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 512) {
        for (unsigned i = 0; i < 4; ++i)
            xs[t + i * 65536u * 65536u] = x[k + i * 128 + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += A[(k + j) * 128 + t] * xs[j];
        __syncthreads();
    }
    y[t] = sum;
}
