// kpipe: --stages 2
// Tiles behind views in kernels that are templates: the same words for all instances.
#define TILE 16

template <typename E, int W> struct view {
    E *p;

    __device__ explicit view(E *q) : p(q) {}
    __device__ E &operator()(int r, int c) { return p[r * W + c]; }
    __device__ E operator()(int r, int c) const { return p[r * W + c]; }
    __device__ E &operator[](int i) { return p[i]; }
};

template <typename E, int H, int W> struct matrix {
    E data[H][W];

    __device__ E &at(int r, int c) { return data[r][c]; }
    __device__ E get(int r, int c) const { return data[r][c]; }
};

template <int T>
__global__ void __launch_bounds__(T *T) of_length(const float *__restrict__ A, const float *__restrict__ B,
                                                  float *__restrict__ C, int n, int l)
{
    __shared__ float raw[T * T], flat[T * T];
    view<float, T> As(raw);
    view<float, T> Bs(flat);
    const int x = threadIdx.x, y = threadIdx.y;
    const int row = blockIdx.y * T + y, column = blockIdx.x * T + x;
    float sum = 0;
    for (int k = 0; k < l; k += T) {
        As(y, x) = A[row * l + k + x];
        Bs[y * T + x] = B[(k + y) * n + column];
        __syncthreads();
        for (int j = 0; j < T; j++)
            sum += As(y, j) * Bs(j, x);
        __syncthreads();
    }
    C[row * n + column] = sum;
}

template <typename E>
__global__ void __launch_bounds__(TILE *TILE) of_type(const E *__restrict__ A, const E *__restrict__ B,
                                                      E *__restrict__ C, int n, int l)
{
    __shared__ matrix<E, TILE, TILE> As, Bs;
    const int x = threadIdx.x, y = threadIdx.y;
    const int row = blockIdx.y * TILE + y, column = blockIdx.x * TILE + x;
    E sum = 0;
    for (int k = 0; k < l; k += TILE) {
        As.at(y, x) = A[row * l + k + x];
        Bs.at(y, x) = B[(k + y) * n + column];
        __syncthreads();
        for (int j = 0; j < TILE; j++)
            sum += As.get(y, j) * Bs.get(j, x);
        __syncthreads();
    }
    C[row * n + column] = sum;
}

// The view's own class is settled.
template <typename E>
__global__ void __launch_bounds__(TILE *TILE) of_another(const float *__restrict__ A, const float *__restrict__ B,
                                                         E *__restrict__ C, int n, int l)
{
    __shared__ float raw[TILE * TILE];
    __shared__ float flat[TILE * TILE];
    view<float, 16> As(raw);
    view<float, 16> Bs(flat);
    const int x = threadIdx.x, y = threadIdx.y;
    const int row = blockIdx.y * TILE + y, column = blockIdx.x * TILE + x;
    float sum = 0;
    for (int k = 0; k < l; k += TILE) {
        As(y, x) = A[row * l + k + x];
        Bs(y, x) = B[(k + y) * n + column];
        __syncthreads();
        for (int j = 0; j < TILE; j++)
            sum += As(y, j) * Bs(j, x);
        __syncthreads();
    }
    C[row * n + column] = sum;
}

void launch(const float *A, const float *B, float *C, double *D, int n)
{
    dim3 block(16, 16);
    of_length<16><<<dim3(n / 16, n / 16), block>>>(A, B, C, n, n);
    of_length<32><<<dim3(n / 32, n / 32), dim3(32, 32)>>>(A, B, C, n, n);
    of_type<float><<<dim3(n / 16, n / 16), block>>>(A, B, C, n, n);
    of_type<double><<<dim3(n / 16, n / 16), block>>>(D, D + n * n, D + 2 * n * n, n, n);
    of_another<float><<<dim3(n / 16, n / 16), block>>>(A, B, C, n, n);
    of_another<double><<<dim3(n / 16, n / 16), block>>>(A, B, D, n, n);
}
