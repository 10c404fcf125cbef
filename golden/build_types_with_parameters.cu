// Macros with parameters that are types: another build may define them as others.
#ifndef VECTOR
#define VECTOR(n) float##n
#endif
#ifndef TYPE
#define TYPE() float
#endif

__global__ void gemv(const VECTOR(4) *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ VECTOR(4) xs[128];
    const int t = threadIdx.x;
    TYPE() sum = 0;

    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += xs[j].x * (j & 7);
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
