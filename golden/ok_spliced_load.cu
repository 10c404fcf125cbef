// Between two tokens a backslash at a line's end is a blank.
__global__ void gemv(const float *__restrict__ A, const float *__restrict__ x,
                     float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    const int row = blockIdx.x * 128 + t;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        xs[t] = (k + t < n) ? \
                    2.0f * x[k + t] \
                    : 0.0f;
        __syncthreads();
        for (int j = 0; j < 128 && k + j < n; ++j)
            sum += A[(k + j) * n + row] * \
                   xs[j];
        __syncthreads();
    }
    y[row] = sum;
}

void run(const float *A, const float *x, float *y, int n) { gemv<<<1, 128>>>(A, x, y, n); }

__global__ void stays(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;

    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t] * \
                2.0f; // the next \
        tile
        __syncthreads();
        y[k + t] = xs[127 - t] + 1.0f;
        __syncthreads();
    }
}
