// kpipe: --variant ldg
// k lives on: the remainder loop starts where the tiled one stopped.
__global__ void gemv(const float *__restrict__ A, const float *__restrict__ x,
                     float *__restrict__ y, int m, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    const int row = blockIdx.x * 128 + t;
    float sum = 0.0f;
    int k = 0;

    for (; k + 128 <= n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += A[(k + j) * m + row] * xs[j];
        __syncthreads();
    }
    for (; k < n; ++k)
        sum += A[k * m + row] * x[k];
    y[row] = sum;
}
