// kpipe: --variant ldg
// The tile's address leaves the kernel's sight: who reads through it later, and which buffer?
__device__ float *debug_view;

__global__ void gemv(const float *__restrict__ A, const float *__restrict__ x,
                     float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    const int row = blockIdx.x * 128 + t;
    float sum = 0.0f;

    debug_view = xs;
    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += A[(k + j) * n + row] * debug_view[j];
        __syncthreads();
    }
    y[row] = sum;
}
