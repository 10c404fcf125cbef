// The kernel's P and Q are the helper's Q and P.
template <int P, int Q>
__device__ void load(float *dst, const float *__restrict__ src)
{
    dst[threadIdx.x] = src[threadIdx.x + 3 * P + Q];
}

__global__ void __launch_bounds__(128)
    gemv(const float *__restrict__ A, const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int row = blockIdx.x * 128 + threadIdx.x;
    float sum = 0.0f;
    constexpr int P = 1, Q = 2;

    for (int k = 0; k < n; k += 128) {
        load<Q, P>(xs, x + k);
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += A[(k + j) * n + row] * xs[j];
        __syncthreads();
    }
    y[row] = sum;
}
