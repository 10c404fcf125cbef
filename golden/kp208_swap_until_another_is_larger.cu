// It goes on where the swap has succeeded, until another block has stored a larger number.
static __device__ void largest(float *to, float value)
{
    int found = __float_as_int(*to);

    while (value > __int_as_float(found)) {
        int old = found;

        if ((found = atomicCAS((int *)to, old, __float_as_int(value))) != old)
            break;
    }
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
