// sizeof looks through the reference: the same value as before.
__global__ void gemv(const float *__restrict__ A, const float *__restrict__ x,
                     float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    const int row = blockIdx.x * 128 + t;
    const int count = sizeof(xs) / sizeof(xs[0]);
    float sum = 0.0f;

    for (int k = 0; k < n; k += count) {
        xs[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < int(sizeof(xs) / sizeof(xs[0])); ++j)
            sum += A[(k + j) * n + row] * xs[j];
        __syncthreads();
    }
    y[row] = sum;
}
