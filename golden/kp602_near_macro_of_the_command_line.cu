// kpipe: -- -DSTEP=128 -DSCALE=2.0f -DTYPE=float
// An integer and a type are asserted, and on another number nothing rests.
__global__ void gemv(const TYPE *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float sum = 0;

    for (int k = 0; k < n; k += STEP) {
        xs[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += xs[j] * SCALE;
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
