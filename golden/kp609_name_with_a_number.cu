// A character of the macro's name is said by its number: it is `skalé` to compilers, which has a barrier in another build.
#if defined(ORDERED) || defined(SLOW)
#define skalé(x) (__syncthreads(), (x))
#else
#define skalé(x) (x)
#endif

__global__ void gemv(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float sum = 0;

    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += xs[j] * skal\u00e9(2) * (j & 7);
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
