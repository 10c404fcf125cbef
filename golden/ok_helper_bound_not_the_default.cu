// The array says what N is, not the default.
template <int N = 64>
__device__ void load(float (&tile)[N], const float *src)
{
    for (int i = threadIdx.x; i < N; i += 64)
        tile[i] = src[i];
}

__global__ void gemv(const float *__restrict__ A, const float *__restrict__ x,
                     float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    const int row = blockIdx.x * 64 + t;
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
