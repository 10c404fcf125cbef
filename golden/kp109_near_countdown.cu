// A condition whose only side effect is the loop's own counter.
__global__ void gemv(const float *__restrict__ A, const float *__restrict__ x,
                     float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    const int row = blockIdx.x * 128 + t;
    const float *a = A + row;
    float sum = 0.0f;
    int tiles = n / 128;

    while (tiles--) {
        xs[t] = x[t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += a[j * n] * xs[j];
        __syncthreads();
        x += 128;
        a += 128 * n;
    }
    y[row] = sum;
}
