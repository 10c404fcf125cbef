// Several statements in one line, of both phases.
__global__ void gemv(const float *__restrict__ A, const float *__restrict__ x,
                     float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    const int row = blockIdx.x * 128 + t;
    float sum = 0.0f, norm = 0.0f;

    for (int k = 0; k < n; k += 128) {
        norm += 1.0f; xs[t] = x[k + t]; norm *= 0.5f; __syncthreads();
        for (int j = 0; j < 128; ++j) sum += A[(k + j) * n + row] * xs[j]; norm += sum;
        y[row] = sum; __syncthreads();
    }
    y[row] = sum + norm;
}
