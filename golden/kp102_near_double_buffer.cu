// One barrier per iteration is enough with two buffers.
__global__ void gemv(const float *__restrict__ A, const float *__restrict__ x,
                     float *__restrict__ y, int n)
{
    __shared__ float xs[2][128];
    const int t = threadIdx.x;
    const int row = blockIdx.x * 128 + t;
    float sum = 0.0f;
    int buf = 0;

    for (int k = 0; k < n; k += 128) {
        xs[buf][t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += A[(k + j) * n + row] * xs[buf][j];
        buf ^= 1;
    }
    y[row] = sum;
}
