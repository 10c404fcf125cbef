// kpipe: --stages 2
// Views of parts of memory that an expression names: a pointer holds the address in their place.
#define TILE 16

template <typename E, int W> struct view {
    E *p;

    __device__ explicit view(E *q) : p(q) {}
    __device__ E &operator()(int r, int c) { return p[r * W + c]; }
    __device__ E operator()(int r, int c) const { return p[r * W + c]; }
};

struct rows {
    float *data;
    int ld;

    __device__ float &at(int r, int c) const { return data[r * ld + c]; }
};

__global__ void __launch_bounds__(TILE *TILE) of_bytes(const float *__restrict__ A, const float *__restrict__ B,
                                                       float *__restrict__ C, int n, int l)
{
    __shared__ __align__(16) unsigned char raw[TILE * TILE * 8];
    view<float, TILE> As((float *)raw);
    const rows Bs = {reinterpret_cast<float *>(raw) + 256, 16};
    const int x = threadIdx.x, y = threadIdx.y;
    const int row = blockIdx.y * TILE + y, column = blockIdx.x * TILE + x;
    float sum = 0;
    for (int k = 0; k < l; k += TILE) {
        As(y, x) = A[row * l + k + x];
        Bs.at(y, x) = B[(k + y) * n + column];
        __syncthreads();
        for (int j = 0; j < TILE; j++)
            sum += As(y, j) * Bs.at(j, x);
        __syncthreads();
    }
    C[row * n + column] = sum;
}

__global__ void __launch_bounds__(TILE *TILE) of_parts(const float *__restrict__ A, const float *__restrict__ B,
                                                       float *__restrict__ C, int n, int l)
{
    extern __shared__ float smem[];
    view<float, 16> As(smem);
    view<float, 16> Bs(smem + 256);
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

template <typename E, int T>
static __global__ void __launch_bounds__(T *T) of_instances(const E *__restrict__ A, const E *__restrict__ B,
                                                     E *__restrict__ C, int n, int l)
{
    extern __shared__ __align__(16) unsigned char bytes[];
    view<E, T> As(reinterpret_cast<E *>(bytes));
    view<E, T> Bs(reinterpret_cast<E *>(bytes) + T * T);
    const int x = threadIdx.x, y = threadIdx.y;
    const int row = blockIdx.y * T + y, column = blockIdx.x * T + x;
    E sum = 0;
    for (int k = 0; k < l; k += T) {
        As(y, x) = A[row * l + k + x];
        Bs(y, x) = B[(k + y) * n + column];
        __syncthreads();
        for (int j = 0; j < T; j++)
            sum += As(y, j) * Bs(j, x);
        __syncthreads();
    }
    C[row * n + column] = sum;
}

void launch(const float *A, const float *B, float *C, int n)
{
    dim3 block(16, 16);
    of_parts<<<dim3(n / 16, n / 16), block, 2048>>>(A, B, C, n, n);
    of_instances<float, 16><<<dim3(n / 16, n / 16), block, 2048>>>(A, B, C, n, n);
}
