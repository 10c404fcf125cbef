// kpipe: --stages 2
// Closures that capture all that they name fill tiles by way of views, or read them.
#define TILE 16

template <typename E, int W> struct view {
    E *p;

    __device__ explicit view(E *q) : p(q) {}
    __device__ E &operator()(int r, int c) { return p[r * W + c]; }
    __device__ E operator()(int r, int c) const { return p[r * W + c]; }
};

template <typename E, int H, int W> struct matrix {
    E data[H][W];

    __device__ E &at(int r, int c) { return data[r][c]; }
    __device__ E get(int r, int c) const { return data[r][c]; }
};

__global__ void __launch_bounds__(TILE *TILE) fills(const float *__restrict__ A, const float *__restrict__ B,
                                                    float *__restrict__ C, int n, int l)
{
    __shared__ float raw[TILE * TILE];
    __shared__ matrix<float, TILE, TILE> Bs;
    view<float, 16> As(raw);
    const int x = threadIdx.x, y = threadIdx.y;
    const int row = blockIdx.y * TILE + y, column = blockIdx.x * TILE + x;
    float sum = 0;
    auto load = [&](int k) {
        As(y, x) = A[row * l + k + x];
        Bs.at(y, x) = B[(k + y) * n + column];
    };
    for (int k = 0; k < l; k += TILE) {
        load(k);
        __syncthreads();
        for (int j = 0; j < TILE; j++)
            sum += As(y, j) * Bs.get(j, x);
        __syncthreads();
    }
    C[row * n + column] = sum;
}

__global__ void __launch_bounds__(TILE *TILE) reads(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ float raw[TILE * TILE];
    view<float, 16> As(raw);
    auto get = [&](int i) { return As(i / 16, i % 16); };
    const int t = threadIdx.x;
    float sum = 0;
    for (int k = 0; k < n; k += 256) {
        As(t / 16, t % 16) = A[k + t];
        __syncthreads();
        for (int j = 0; j < 256; j++)
            sum += get(j) * (t - j);
        __syncthreads();
    }
    C[t] = sum;
}
