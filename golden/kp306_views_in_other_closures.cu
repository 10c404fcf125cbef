// kpipe: --stages 2
// Closures with lists of what they capture, or names of their own.
#define TILE 256

template <typename E, int W> struct view {
    E *p;

    __device__ explicit view(E *q) : p(q) {}
    __device__ E &operator()(int r, int c) { return p[r * W + c]; }
    __device__ E operator()(int r, int c) const { return p[r * W + c]; }
};

__global__ void __launch_bounds__(TILE) lists(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ float raw[TILE];
    view<float, 16> As(raw);
    auto get = [As](int i) { return As(i / 16, i % 16); };
    const int t = threadIdx.x;
    float sum = 0;
    for (int k = 0; k < n; k += TILE) {
        As(t / 16, t % 16) = A[k + t];
        __syncthreads();
        for (int j = 0; j < TILE; j++)
            sum += get(j) * (t - j);
        __syncthreads();
    }
    C[t] = sum;
}

__global__ void __launch_bounds__(TILE) renames(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ float raw[TILE];
    __shared__ float other[TILE];
    view<float, 16> As(raw);
    auto get = [&, As = view<float, 16>(other)](int i) { return As(i / 16, i % 16); };
    const int t = threadIdx.x;
    other[t] = t;
    float sum = 0;
    for (int k = 0; k < n; k += TILE) {
        As(t / 16, t % 16) = A[k + t];
        __syncthreads();
        for (int j = 0; j < TILE; j++)
            sum += get(j) * (t - j) + raw[j];
        __syncthreads();
    }
    C[t] = sum;
}

__global__ void __launch_bounds__(TILE) hides(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ float raw[TILE];
    view<float, 16> As(raw);
    auto get = [&](const float *raw, int i) { return As(i / 16, i % 16) + raw[i]; };
    const int t = threadIdx.x;
    float sum = 0;
    for (int k = 0; k < n; k += TILE) {
        As(t / 16, t % 16) = A[k + t];
        __syncthreads();
        for (int j = 0; j < TILE; j++)
            sum += get(A, j) * (t - j);
        __syncthreads();
    }
    C[t] = sum;
}
