// What these defaults stand for no build changes: how a function is declared, what a function-like macro
// is, a number that is no integer.
#ifndef INLINE
#define INLINE __forceinline__
#endif
#ifndef SQUARE
#define SQUARE(v) ((v) * (v))
#endif
#ifndef EPS
#define EPS 1e-6f
#endif
__device__ INLINE float take(float v)
{
    return SQUARE(v) + EPS;
}

__global__ void gemv(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += take(xs[j]);
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
