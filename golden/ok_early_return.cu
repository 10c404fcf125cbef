// kpipe: --variant ldg
// Whole warps leave before the loop; the rest meets at the barriers. Nobody else may take over
// their elements.
__global__ void gemv(const float *__restrict__ A, const float *__restrict__ x,
                     float *__restrict__ y, int m, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    const int row = blockIdx.x * 128 + t;
    float sum = 0.0f;

    if (blockIdx.x * 128 + t / 32 * 32 >= m)
        return;
    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        for (int j = t % 32; j < 128; j += 32)
            sum += A[(k + j) * m + row] * xs[t / 32 * 32 + j % 32];
        __syncthreads();
    }
    y[row] = sum;
}
