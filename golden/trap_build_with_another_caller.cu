// Another build has a caller whose array is in shared memory, which cp.async does not read.
#define ROWS rows

static __device__ void rows(const float *A, const float *x, float *y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    const int row = blockIdx.x * 128 + t;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += A[(k + j) * n + row] * xs[j];
        __syncthreads();
    }
    y[row] = sum;
}

__global__ void gemv(const float *A, const float *x, float *y, int n)
{
    rows(A, x, y, n);
}

#ifdef SMALL
__global__ void gemv_small(const float *A, const float *x, float *y)
{
    __shared__ float all[512];

    for (int i = threadIdx.x; i < 512; i += 128)
        all[i] = x[i];
    __syncthreads();
    ROWS(A, all, y, 512);
}
#endif
