// kpipe: --variant ldg
// What is compared lies behind the counter: as many trips as the counter needs for the bound are too few.
__global__ void gemv(const float *__restrict__ A, const float *__restrict__ x,
                     float *__restrict__ y, int n)
{
    __shared__ float xs[256];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 256) {
        for (int i = 64; i + -64 <= 192; i += 64)
            xs[i - 64 + t] = x[k + i - 64 + t];
        __syncthreads();
        for (int j = 0; j < 256; ++j)
            sum += A[(k + j) * 64 + t] * xs[j];
        __syncthreads();
    }
    y[t] = sum;
}
