// What T is says only a value: the sum is rounded to it.
template <typename T>
__device__ __forceinline__ void load(float *dst, const float *src, int i, T scale)
{
    dst[i] = (T)(src[i] * scale) + scale;
}

__global__ void gemv(const float *__restrict__ A, const float *__restrict__ x,
                     float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    const int row = blockIdx.x * 128 + t;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        load(xs, x + k, t, 3);
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += A[(k + j) * n + row] * xs[j];
        __syncthreads();
    }
    y[row] = sum;
}
