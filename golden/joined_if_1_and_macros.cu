// No line between them can change what `#if 1` and `#if 0` mean.
__global__ void gemv(const float *__restrict__ A, const float *__restrict__ x,
                     float *__restrict__ y, int n)
{
#define at(i) (x[(i)])
    __shared__ float xs[128];
    const int t = threadIdx.x;
    const int row = blockIdx.x * 128 + t;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
#if 1
        xs[t] = at(k + t);
#else
        xs[t] = at((k + t) * 2);
#endif
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += A[(k + j) * n + row] * xs[j];
#if 0
        sum *= 0.5f; // an idea
#endif
        __syncthreads();
    }
    y[row] = sum;
#undef at
}
