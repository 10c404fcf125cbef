// kpipe: --variant ldg
// A helper that runs to its end is put in the place of its call.
__device__ void load(float *dst, const float *__restrict__ src)
{
    const int t = threadIdx.x;

    dst[t] = src[t];
}

__global__ void gemv(const float *__restrict__ A, const float *__restrict__ x,
                     float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int row = blockIdx.x * 128 + threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        load(xs, x + k);
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += A[(k + j) * n + row] * xs[j];
        __syncthreads();
    }
    y[row] = sum;
}
