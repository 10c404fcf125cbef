// What it expects has the bits that it found.
static __device__ void largest(float *to, float value)
{
    float old = *to, expected;

    do {
        expected = old;
        old = __uint_as_float(atomicCAS((unsigned *)to, __float_as_uint(expected),
                                        __float_as_uint(fmaxf(value, expected))));
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
