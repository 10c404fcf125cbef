// The default is a constant of the file; the kernel has its own of that name.
constexpr int WIDTH = 128;

template <typename T, int N = WIDTH>
__device__ void load(T *tile, const T *src)
{
    for (int i = threadIdx.x; i < N; i += 64)
        tile[i] = src[i];
}

__global__ void gemv(const float *__restrict__ A, const float *__restrict__ x,
                     float *__restrict__ y, int n)
{
    constexpr int WIDTH = 64;
    __shared__ float xs[128];
    const int t = threadIdx.x;
    const int row = blockIdx.x * WIDTH + t;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        load<float>(xs, x + k);
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += A[(k + j) * n + row] * xs[j];
        __syncthreads();
    }
    y[row] = sum;
}
