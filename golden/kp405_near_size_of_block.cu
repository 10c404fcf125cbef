// kpipe: --variant ldg
// How long the dynamic array is stands in a variable of the caller.
static __global__ void gemv(const float *__restrict__ A, const float *__restrict__ x,
                            float *__restrict__ y, int n)
{
    extern __shared__ float xs[];
    const int t = threadIdx.x;
    const int row = blockIdx.x * blockDim.x + t;
    float sum = 0.0f;

    for (int k = 0; k < n; k += blockDim.x) {
        xs[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < blockDim.x; ++j)
            sum += A[(k + j) * n + row] * xs[j];
        __syncthreads();
    }
    y[row] = sum;
}

void launch_gemv(const float *A, const float *x, float *y, int n, int threads, size_t bytes)
{
    gemv<<<n / threads, threads, bytes>>>(A, x, y, n);
}
