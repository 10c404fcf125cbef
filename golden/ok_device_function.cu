// The K-loop stands in a __device__ function that two kernels call.
static __device__ float row_dot(const float *__restrict__ A, const float *__restrict__ x, int row, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += A[(k + j) * n + row] * xs[j];
        __syncthreads();
    }
    return sum;
}

__global__ void gemv(const float *__restrict__ A, const float *__restrict__ x,
                     float *__restrict__ y, int n)
{
    const int row = blockIdx.x * 128 + threadIdx.x;
    y[row] = row_dot(A, x, row, n);
}

__global__ void relu_gemv(const float *__restrict__ A, const float *__restrict__ x,
                          float *__restrict__ y, int n)
{
    const int row = blockIdx.x * 128 + threadIdx.x;
    y[row] = fmaxf(row_dot(A, x, row, n), 0.0f);
}
