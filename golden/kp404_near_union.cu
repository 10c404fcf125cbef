// kpipe: --variant ldg
// Tile and epilogue buffer share their bytes.
__global__ void gemv(const float *__restrict__ A, const float *__restrict__ x,
                     float *__restrict__ y, int n)
{
    __shared__ union {
        float xs[128];
        float part[128];
    } sm;
    const int t = threadIdx.x;
    const int row = blockIdx.x * 128 + t;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        sm.xs[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += A[(k + j) * n + row] * sm.xs[j];
        __syncthreads();
    }
    sm.part[t] = sum;
    __syncthreads();
    y[row] = sm.part[t ^ 1];
}
