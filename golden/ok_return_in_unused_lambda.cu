// `return` inside a lambda leaves the lambda, not the kernel.
__global__ void gemv(const float *__restrict__ A, const float *__restrict__ x,
                     float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    const int row = blockIdx.x * 128 + t;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        auto weight = [&](int j) {
            if (j > row)
                return 0.0f;
            return A[j * n + row];
        };
        for (int j = 0; j < 128; ++j)
            sum += weight(k + j) * xs[j];
        __syncthreads();
    }
    y[row] = sum;
}
