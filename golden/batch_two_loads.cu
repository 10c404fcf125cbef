// kpipe: --batch 16
// Two matrices, the counter of another width, in a guard of its own.
__global__ void gemv(const float *__restrict__ A, const float *__restrict__ x, float *__restrict__ y,
                     int n, int rows, long m, const float *__restrict__ B)
{
    __shared__ float xs[128];
    const int tx = threadIdx.x, row = blockIdx.x * 128 + tx;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        xs[tx] = k + tx < n ? x[k + tx] : 0.0f;
        __syncthreads();
        if (row < rows)
            for (long j = 0; j < m; ++j) {
                const float a = A[(k + j) * rows + row];

                sum += (a - B[(k + j) * rows + row]) * xs[j];
            }
        __syncthreads();
    }
    y[row] = sum;
}
