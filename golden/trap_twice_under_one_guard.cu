// kpipe: --variant cp-async
// Two copies under one guard are no copy and its else.
__global__ void gemv(const float *__restrict__ A, const float *__restrict__ x,
                     const float *__restrict__ z, float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        if (k + t < n) {
            xs[t] = x[k + t];
            xs[t] = z[k + t];
        }
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += A[(k + j) * 128 + t] * xs[j];
        __syncthreads();
    }
    y[t] = sum;
}
