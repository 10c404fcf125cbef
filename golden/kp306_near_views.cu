// kpipe: --stages 2
// Tiles behind small classes whose methods return references to elements.
#define TILE 16

template <typename E, int W> struct view {
    E *p;

    __device__ explicit view(E *q) : p(q) {}
    __device__ E &operator()(int r, int c) { return p[r * W + c]; }
    __device__ E operator()(int r, int c) const { return p[r * W + c]; }
    __device__ E &operator[](int i) { return p[i]; }
};

// Of as many columns as the run says.
struct rows {
    float *data;
    int ld;

    __device__ float &at(int r, int c) const { return data[r * ld + c]; }
};

template <typename E, int H, int W> struct matrix {
    E data[H][W];

    __device__ E &operator()(int r, int c) { return data[r][c]; }
    __device__ E get(int r, int c) const { return data[r][c]; }
};

__global__ void __launch_bounds__(TILE *TILE) by_views(const float *__restrict__ A, const float *__restrict__ B,
                                           float *__restrict__ C, int m, int n, int l)
{
    __shared__ float raw[TILE * TILE], flat[TILE * TILE];
    view<float, TILE> As(raw);
    view<float, 16> Bs(flat);
    const int x = threadIdx.x, y = threadIdx.y;
    const int row = blockIdx.y * TILE + y, column = blockIdx.x * TILE + x;
    float sum = 0;
    for (int k = 0; k < l; k += TILE) {
        As(y, x) = A[row * l + k + x];
        Bs[y * TILE + x] = B[(k + y) * n + column];
        __syncthreads();
        for (int j = 0; j < TILE; j++)
            sum += As(y, j) * Bs(j, x);
        __syncthreads();
    }
    C[row * n + column] = sum;
}

__global__ void __launch_bounds__(TILE *TILE) by_rows(const float *__restrict__ A, const float *__restrict__ B,
                                           float *__restrict__ C, int m, int n, int l)
{
    __shared__ float raw[TILE][TILE + 1], flat[TILE * TILE];
    const rows As = {&raw[0][0], 17};
    rows Bs{flat, 16};
    const int x = threadIdx.x, y = threadIdx.y;
    const int row = blockIdx.y * TILE + y, column = blockIdx.x * TILE + x;
    float sum = 0;
    for (int k = 0; k < l; k += TILE) {
        As.at(y, x) = A[row * l + k + x];
        Bs.at(y, x) = B[(k + y) * n + column];
        __syncthreads();
        for (int j = 0; j < TILE; j++)
            sum += As.at(y, j) * Bs.at(j, x);
        __syncthreads();
    }
    C[row * n + column] = sum;
}

__global__ void __launch_bounds__(TILE *TILE) by_shared(const float *__restrict__ A, const float *__restrict__ B,
                                           float *__restrict__ C, int m, int n, int l)
{
    __shared__ matrix<float, TILE, TILE> As, Bs;
    const int x = threadIdx.x, y = threadIdx.y;
    const int row = blockIdx.y * TILE + y, column = blockIdx.x * TILE + x;
    float sum = 0;
    for (int k = 0; k < l; k += TILE) {
        As(y, x) = A[row * l + k + x];
        Bs(y, x) = B[(k + y) * n + column];
        __syncthreads();
        for (int j = 0; j < TILE; j++)
            sum += As.get(y, j) * Bs(j, x);
        __syncthreads();
    }
    C[row * n + column] = sum;
}
