// __ldg() of an address of unknown origin: the store may be to the same memory, __restrict__ or not.
__device__ const float *moved(const float *p, unsigned by)
{
    const float *q;
    asm("mad.wide.u32 %0, %1, 4, %2;" : "=l"(q) : "r"(by), "l"(p));
    return q;
}
__global__ void gemv(const float *x, float *__restrict__ y, unsigned n)
{
    __shared__ float xs[128];
    const unsigned t = threadIdx.x;
    float sum = 0.0f;

    for (unsigned k = 0; k < n; k += 128) {
        xs[t] = __ldg(moved(x, k + t));
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += xs[j] * (j & 7);
        y[k + t] = sum;
        __syncthreads();
    }
}
