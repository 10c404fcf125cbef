// A template that calls a template: both types wait for the instance.
template <typename T>
__device__ __forceinline__ void load(T *dst, const T *src, int i)
{
    dst[i] = src[i] + T(1);
}
template <typename T>
__global__ void gemv(const T *__restrict__ A, const T *__restrict__ x,
                     T *__restrict__ y, int n)
{
    __shared__ T xs[128];
    const int t = threadIdx.x;
    const int row = blockIdx.x * 128 + t;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        load<T>(xs, x + k, t);
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += A[(k + j) * n + row] * xs[j];
        __syncthreads();
    }
    y[row] = sum;
}
template __global__ void gemv<float>(const float *, const float *, float *, int);
