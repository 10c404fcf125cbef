// Two buffers by way of a pointer that the loop moves: one barrier per iteration is enough.
__global__ void gemv(const float *__restrict__ A, const float *__restrict__ x,
                     float *__restrict__ y, int n)
{
    __shared__ float xs[2 * 128];
    const int t = threadIdx.x;
    const int row = blockIdx.x * 128 + t;
    float sum = 0.0f, *to = xs;

    for (int k = 0; k < n; k += 128) {
        to[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += A[(k + j) * n + row] * to[j];
        to = xs + (k / 128 + 1) % 2 * 128;
    }
    y[row] = sum;
}
