// The other branch was never looked at: it stores through y inside the loop.
__global__ void gemv(const float *__restrict__ A, const float *x, float *y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    const int row = blockIdx.x * 128 + t;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += A[(k + j) * n + row] * xs[j];
#ifdef TRACE_PROGRESS
        y[row] = sum;
#endif
        __syncthreads();
    }
    y[row] = sum;
}
