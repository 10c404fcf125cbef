// kpipe: --variant ldg
// The function gets its tile from the caller and cannot give it a second buffer.
static __device__ float dot_tile(float *xs, const float *__restrict__ A, const float *__restrict__ x,
                          int row, int n)
{
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
    __shared__ float buffer[128];
    const int row = blockIdx.x * 128 + threadIdx.x;
    y[row] = dot_tile(buffer, A, x, row, n);
}
