// The guard is the same in every iteration, so the set of written elements is.
__global__ void gemv(const float *__restrict__ A, const float *__restrict__ x,
                     float *__restrict__ y, int m, int n)
{
    __shared__ float xs[64];
    const int t = threadIdx.x;
    const int row = blockIdx.x * 128 + t;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 64) {
        if (t < 64)
            xs[t] = x[k + t];
        __syncthreads();
        if (row < m)
            for (int j = 0; j < 64; ++j)
                sum += A[(k + j) * m + row] * xs[j];
        __syncthreads();
    }
    if (row < m)
        y[row] = sum;
}
