// The program's own __ldg adds one: no copy of bits, and no read that could be written in another way.
struct part {
    float v;
};
__device__ part __ldg(const part *p)
{
    part r;
    r.v = p->v + 1.0f;
    return r;
}
__global__ void gemv(const part *__restrict__ x, float *__restrict__ y, int n, int m)
{
    __shared__ part xs[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int i = 0; i < m; i++)
        for (int k = 0; k < n; k += 128) {
            xs[t] = __ldg(&x[k + t]);
            __syncthreads();
            sum += xs[127 - t].v;
            __syncthreads();
        }
    y[blockIdx.x * 128 + t] = sum;
}
