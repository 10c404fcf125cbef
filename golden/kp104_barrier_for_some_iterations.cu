// Barriers at the end that more than the last iteration passes over, or that some threads do.
__global__ void not_the_last_two(const float *__restrict__ a, const float *__restrict__ x,
                                 float *__restrict__ y, int n)
{
    __shared__ float xs[64];
    float sum = 0.0f;

    for (int t = 0; t < n; t++) {
        xs[threadIdx.x] = x[t * 64 + threadIdx.x];
        __syncthreads();
        for (int k = 0; k < 64; k++)
            sum += a[(t * 64 + k) * 64 + threadIdx.x] * xs[k];
        if (t + 2 < n)
            __syncthreads();
    }
    y[blockIdx.x * 64 + threadIdx.x] = sum;
}

__global__ void by_threads(const float *__restrict__ a, const float *__restrict__ x,
                           const int *__restrict__ lengths, float *__restrict__ y)
{
    __shared__ float xs[64];
    const int n = lengths[threadIdx.x];
    float sum = 0.0f;

    for (int t = 0; t < n; t++) {
        xs[threadIdx.x] = x[t * 64 + threadIdx.x];
        __syncthreads();
        for (int k = 0; k < 64; k++)
            sum += a[(t * 64 + k) * 64 + threadIdx.x] * xs[k];
        if (t + 1 < n)
            __syncthreads();
    }
    y[blockIdx.x * 64 + threadIdx.x] = sum;
}

__global__ void counted(const float *__restrict__ a, const float *__restrict__ x,
                        float *__restrict__ y, int n, volatile int *asked)
{
    __shared__ float xs[64];
    float sum = 0.0f;

    for (int t = 0; t < *asked; t++) {
        xs[threadIdx.x] = x[t * 64 + threadIdx.x];
        __syncthreads();
        for (int k = 0; k < 64; k++)
            sum += a[(t * 64 + k) * 64 + threadIdx.x] * xs[k];
        if (t + 1 < *asked)
            __syncthreads();
    }
    y[blockIdx.x * 64 + threadIdx.x] = sum;
}
