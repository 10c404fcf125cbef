// kpipe: --variant ldg --stages 2
// The register lives longer than an iteration, its value does not: it is loaded in front of the store.
__global__ void gemv(const float *__restrict__ A, const float *__restrict__ x,
                     float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    const int row = blockIdx.x * 128 + t;
    float sum = 0.0f;
    float next;

    for (int k = 0; k < n; k += 128) {
        next = x[k + t];
        xs[t] = next;
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += A[(k + j) * n + row] * xs[j];
        __syncthreads();
    }
    y[row] = sum;
}
