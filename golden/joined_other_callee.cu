// One branch calls a function that has branches of its own: that is one choice too many to look at.
__device__ float *trace;

__device__ inline float traced(float v, int j)
{
#ifdef TRACE
    trace[j] = v;
#endif
    return v * (j & 7);
}

__global__ void gemv(const float *A, const float *x, float *y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j) {
#ifdef WEIGHTED
            sum += traced(xs[j], j);
#else
            sum += xs[j] * (j & 7);
#endif
        }
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
