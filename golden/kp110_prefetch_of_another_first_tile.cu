// kpipe: --prefetch replace
// The first tile is from another place than the loop would load it from.
__global__ void gemv(const float *__restrict__ A, const float *__restrict__ x,
                     float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    const int row = blockIdx.x * 128 + t;
    float sum = 0.0f;
    float next = x[t + 128];

    for (int k = 0; k < n; k += 128) {
        xs[t] = next;
        __syncthreads();
        if (k + 128 < n)
            next = x[k + 128 + t];
        for (int j = 0; j < 128; ++j)
            sum += A[(k + j) * n + row] * xs[j];
        __syncthreads();
    }
    y[row] = sum;
}
