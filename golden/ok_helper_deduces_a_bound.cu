// How many registers there are the compiler deduces from the array, whose bound is a constant.
constexpr int LOADS = 4;

template <typename T, int N>
__device__ void load_tile(T (&regs)[N], const T *src, int at, int n)
{
#pragma unroll
    for (int i = 0; i < N; ++i)
        regs[i] = at + i * 128 < n ? src[at + i * 128] : 0;
}

template <int N>
__device__ void store_tile(float *tile, const float (&regs)[N])
{
#pragma unroll
    for (int i = 0; i < N; ++i)
        tile[threadIdx.x + i * 128] = regs[i];
}

__global__ void __launch_bounds__(128) gemv(const float *__restrict__ A, float *__restrict__ y, int n)
{
    __shared__ float As[128 * LOADS];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128 * LOADS) {
        float frag[LOADS];
        load_tile(frag, A, k + t, n);
        store_tile(As, frag);
        __syncthreads();
        for (int j = 0; j < 16; ++j)
            sum += As[(j * 33 + t * 5) % (128 * LOADS)] * (t + j);
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
