// The instance calls the specialisation, whose body is another one.
template <int W>
__device__ __forceinline__ void load(float *dst, const float *src, int i)
{
    dst[i] = src[i] + W;
}
template <>
__device__ __forceinline__ void load<4>(float *dst, const float *src, int i)
{
    dst[i] = 2.0f * src[i];
}
template <int W>
__global__ void gemv(const float *__restrict__ A, const float *__restrict__ x,
                     float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    const int row = blockIdx.x * 128 + t;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        load<W>(xs, x + k, t);
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += A[(k + j) * n + row] * xs[j];
        __syncthreads();
    }
    y[row] = sum;
}
template __global__ void gemv<4>(const float *, const float *, float *, int);
