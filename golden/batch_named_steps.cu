// kpipe: --batch 4
// The steps of the batches and of the rest are one constant, which an edit changes for both.
__global__ void gemv(const float *__restrict__ A, const float *__restrict__ x, float *__restrict__ y,
                     int n, int rows)
{
    __shared__ float xs[128];
    const int tx = threadIdx.x, row = blockIdx.x * 128 + tx;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        xs[tx] = k + tx < n ? x[k + tx] : 0.0f;
        __syncthreads();
        const int lanes = 4, count = min(128, n - k);
        for (int j = tx % lanes; j < count; j += lanes)
            sum += A[(k + j) * rows + row] * xs[j];
        __syncthreads();
    }
    y[row] = sum;
}
