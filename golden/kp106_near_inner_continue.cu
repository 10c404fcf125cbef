// `continue` and `break` of an inner loop stay inside their phase.
__global__ void gemv(const float *__restrict__ A, const float *__restrict__ x,
                     float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    const int row = blockIdx.x * 128 + t;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j) {
            if (xs[j] == 0.0f)
                continue;
            if (k + j > row)
                break;
            sum += A[(k + j) * n + row] * xs[j];
        }
        __syncthreads();
    }
    y[row] = sum;
}
