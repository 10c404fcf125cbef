// kpipe: --stages 2
// Objects in shared memory whose declaration does not say the number of their class by a name that has it.
template <typename E, int W> struct matrix {
    E data[W * 16];

    __device__ E &operator()(int r, int c) { return data[r * W + c]; }
};

template <typename E, int N> using twice = matrix<E, 2 * N>;

template <int W, typename E> struct turned {};
template <int W> struct turned<8, matrix<float, W>> {
    float data[W * 16];

    __device__ float &operator()(int r, int c) { return data[r * W + c]; }
};

__global__ void __launch_bounds__(256) by_alias(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ twice<float, 8> As;
    const int t = threadIdx.x;
    float sum = 0;
    for (int k = 0; k < n; k += 256) {
        As(t / 16, t % 16) = A[k + t];
        __syncthreads();
        for (int j = 0; j < 256; j++)
            sum += As(j / 16, j % 16) * (t - j);
        __syncthreads();
    }
    C[t] = sum;
}

__global__ void __launch_bounds__(256) specialised(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ turned<8, matrix<float, 16>> As;
    const int t = threadIdx.x;
    float sum = 0;
    for (int k = 0; k < n; k += 256) {
        As(t / 16, t % 16) = A[k + t];
        __syncthreads();
        for (int j = 0; j < 256; j++)
            sum += As(j / 16, j % 16) * (t - j);
        __syncthreads();
    }
    C[t] = sum;
}

__global__ void __launch_bounds__(256) hides(const float *__restrict__ A, float *__restrict__ C, int n)
{
    constexpr int W = 16;
    __shared__ matrix<float, W> As;
    const int t = threadIdx.x;
    float sum = 0;
    for (int k = 0; k < n; k += 256) {
        const int W = 8;
        As(t / 16, t % 16) = A[k + t];
        __syncthreads();
        for (int j = 0; j < 256; j++)
            sum += As(j / 16, j % 16) * (t - j) + W;
        __syncthreads();
    }
    C[t] = sum;
}
