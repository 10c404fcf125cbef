// Near joined_in_callee: behind the function the macro is another one, and in the loop it would not say what the
// function is.
__device__ float *trace;

__device__ inline float weigh(float v, int j)
{
#ifdef TRACE
    trace[j] = v;
#endif
    return v * (j & 7);
}
#undef TRACE

__global__ void gemv(const float *A, const float *x, float *y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += weigh(xs[j], j);
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
