// kpipe: --batch 8
// A label behind the loop: the batches stand in braces.
__global__ void gemv(const float *__restrict__ A, const float *__restrict__ x, float *__restrict__ y,
                     int n, int rows)
{
    __shared__ float xs[128];
    const int tx = threadIdx.x, row = blockIdx.x * 128 + tx;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        xs[tx] = k + tx < n ? x[k + tx] : 0.0f;
        __syncthreads();
        const int count = min(128, n - k);
        switch (row % 3) {
        case 0:
            sum += 1;
            for (int j = 0; j < count; ++j)
                sum += A[(k + j) * rows + row] * xs[j];
            break;
        case 1:
            sum -= 1;
        }
        __syncthreads();
    }
    y[row] = sum;
}
