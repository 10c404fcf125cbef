// What refuses the loop is the text that is compiled, not that there is another one.
__global__ void gemv(const float *__restrict__ A, const float *__restrict__ x,
                     float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    const int row = blockIdx.x * 128 + t;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
#if 1
        xs[t] = y[k + t];
#else
        xs[t] = x[k + t];
#endif
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += A[(k + j) * n + row] * xs[j];
        y[row + k] = sum;
        __syncthreads();
    }
}
