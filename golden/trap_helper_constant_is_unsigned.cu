// -4 / N is another number where N is unsigned.
template <unsigned N>
__device__ void load(float *dst, const float *__restrict__ src)
{
    dst[threadIdx.x] = src[threadIdx.x + (-4 / N) % 8];
}

__global__ void __launch_bounds__(128)
    gemv(const float *__restrict__ A, const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int row = blockIdx.x * 128 + threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        load<3>(xs, x + k);
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += A[(k + j) * n + row] * xs[j];
        __syncthreads();
    }
    y[row] = sum;
}
