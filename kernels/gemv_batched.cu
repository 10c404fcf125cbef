// y[b] = A[b] * x[b] for a batch of column-major matrices; one row per thread, the vector goes
// through shared memory. Any M and N.

__global__ void gemv_batched(const float *__restrict__ A, const float *__restrict__ x,
                             float *__restrict__ y, int M, int N)
{
    extern __shared__ float xs[]; // one element per thread of the block

    const int tx = threadIdx.x;
    const int row = blockIdx.x * blockDim.x + tx;
    const float *a = A + (size_t)blockIdx.y * M * N;
    const float *xb = x + (size_t)blockIdx.y * N;
    const int tile = blockDim.x;
    float sum = 0.0f;

    for (int j0 = 0; j0 < N; j0 += tile) {
        xs[tx] = j0 + tx < N ? xb[j0 + tx] : 0.0f;
        __syncthreads();

        if (row < M) {
            const int count = min(tile, N - j0);
            for (int j = 0; j < count; ++j)
                sum += a[(size_t)(j0 + j) * M + row] * xs[j];
        }
        __syncthreads();
    }

    if (row < M)
        y[(size_t)blockIdx.y * M + row] = sum;
}

void launch_gemv_batched(const float *A, const float *x, float *y, int batch, int M, int N,
                         cudaStream_t stream)
{
    const int threads = 128;
    const dim3 grid((M + threads - 1) / threads, batch);
    gemv_batched<<<grid, threads, threads * sizeof(float), stream>>>(A, x, y, M, N);
}
