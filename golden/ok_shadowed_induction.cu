// kpipe: --variant ldg
// k is an outer variable, the loop's own variable, and an inner one.
__global__ void gemv(const float *__restrict__ A, const float *__restrict__ x,
                     float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    const int row = blockIdx.x * 128 + t;
    float sum = 0.0f;
    const int k = n;

    for (int k = 0, end = n; k < end; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        sum += k;
        for (int k = 0; k < 128; ++k)
            sum += A[k * n + row] * xs[k];
        __syncthreads();
    }
    y[row] = sum + k;
}
