// It is asked again only where another thread has put its own value there.
static __device__ void largest(float *to, float value)
{
    int *bits = (int *)to, old = *bits, expected;

    do {
        expected = old;
        old = atomicCAS(bits, expected, __float_as_int(fmaxf(value, __int_as_float(expected))));
    } while (old != expected);
}

__global__ void gemv(const float *__restrict__ A, const float *__restrict__ x,
                     float *__restrict__ most, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    const int row = blockIdx.x * 128 + t;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += A[(k + j) * n + row] * xs[j];
        __syncthreads();
    }
    largest(most, sum);
}
