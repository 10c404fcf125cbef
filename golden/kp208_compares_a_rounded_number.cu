// What a float cannot hold is never what it expects: another block has to put something else there.
static __device__ void add(int *to, float value)
{
    float old = *to, expected;

    do {
        expected = old;
        old = (float)atomicCAS(to, (int)expected, (int)(value + expected));
    } while (old != expected);
}

__global__ void gemv(const float *__restrict__ A, const float *__restrict__ x,
                     int *__restrict__ most, int n)
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
    add(most, sum);
}
