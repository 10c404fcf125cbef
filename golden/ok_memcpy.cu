// memcpy() moves four floats at a time.
__global__ void gemv(const float *__restrict__ A, const float *__restrict__ x,
                     float *__restrict__ y, int n)
{
    __shared__ __align__(16) float xs[512];
    const int t = threadIdx.x;
    const int row = blockIdx.x * 128 + t;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 512) {
        memcpy(&xs[4 * t], &x[k + 4 * t], 16);
        __syncthreads();
        for (int j = 0; j < 512; ++j)
            sum += A[(k + j) * n + row] * xs[j];
        __syncthreads();
    }
    y[row] = sum;
}
