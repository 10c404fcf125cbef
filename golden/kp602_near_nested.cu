// Three builds: with and without the trace, which comes in two kinds.
__global__ void gemv(const float *__restrict__ A, const float *__restrict__ x,
                     float *__restrict__ y, float *__restrict__ trace, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    const int row = blockIdx.x * 128 + t;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j) {
            sum += A[(k + j) * n + row] * xs[j];
#ifdef TRACE
#ifdef TRACE_SQUARES
            trace[row] = sum * sum;
#elif defined(TRACE_LOGS)
            trace[row] = logf(sum);
#else
            trace[row] = sum; /* #endif */
#endif
#endif // TRACE
        }
        __syncthreads();
    }
    y[row] = sum;
}
