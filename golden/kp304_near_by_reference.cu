// The helper takes what the load phase has loaded by reference, and only reads it.
__device__ inline float half_of(const float &v)
{
    return 0.5f * v;
}

__global__ void gemv(const float *__restrict__ A, const float *__restrict__ x,
                     const float *__restrict__ scale, float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    const int row = blockIdx.x * 128 + t;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        const float factor = scale[k / 128];
        xs[t] = x[k + t] * half_of(factor);
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += A[(k + j) * n + row] * xs[j];
        __syncthreads();
    }
    y[row] = sum;
}
