// The helper leaves in the middle: its body cannot stand in the place of the call.
__device__ bool load(float *dst, const float *__restrict__ src, int n)
{
    const int t = threadIdx.x;

    if (t >= n)
        return false;
    dst[t] = src[t];
    return true;
}

__global__ void gemv(const float *__restrict__ A, const float *__restrict__ x,
                     float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int row = blockIdx.x * 128 + threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        load(xs, x + k, 128);
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += A[(k + j) * n + row] * xs[j];
        __syncthreads();
    }
    y[row] = sum;
}
