// kpipe: --batch 4
// The program has a variable of the name that iterations of a batch get.
__device__ void later(float *);
__global__ void gemv(const float *__restrict__ A, const float *__restrict__ x, float *__restrict__ y, int n, int rows)
{
    __shared__ float xs[128];
    const int tx = threadIdx.x, row = blockIdx.x * 128 + tx, kp_batch_i = tx & 1;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        xs[tx] = k + tx < n ? x[k + tx] : 0.0f;
        __syncthreads();
        const int count = min(128, n - k);
        for (int j = 0; j < count; ++j)
            sum += A[(k + j) * rows + row + kp_batch_i] * xs[j];
        __syncthreads();
    }
    y[row] = sum; later(y);
}
