// kpipe: --stages 2
// Objects in shared memory whose methods name a number of their class: what the object's declaration gives for it.
#define TILE 16

template <typename E, int W> struct matrix {
    E data[W * W];

    __device__ E &operator()(int r, int c) { return data[r * W + c]; }
};

__global__ void __launch_bounds__(TILE *TILE) by_macro(const float *__restrict__ A, const float *__restrict__ B,
                                                       float *__restrict__ C, int n, int l)
{
    __shared__ matrix<float, TILE> As, Bs;
    const int x = threadIdx.x, y = threadIdx.y;
    const int row = blockIdx.y * TILE + y, column = blockIdx.x * TILE + x;
    float sum = 0;
    auto product = [&](int j) { return As(y, j) * Bs(j, x); };
    for (int k = 0; k < l; k += TILE) {
        As(y, x) = A[row * l + k + x];
        Bs(y, x) = B[(k + y) * n + column];
        __syncthreads();
        for (int j = 0; j < TILE; j++)
            sum += product(j);
        __syncthreads();
    }
    C[row * n + column] = sum;
}

template <typename E, int T>
__global__ void __launch_bounds__(T *T) by_parameter(const E *__restrict__ A, const E *__restrict__ B,
                                                     E *__restrict__ C, int n, int l)
{
    __shared__ matrix<E, T> As, Bs;
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
    by_parameter<float, 16><<<dim3(n / 16, n / 16), dim3(16, 16)>>>(A, B, C, n, n);
    by_parameter<float, 32><<<dim3(n / 32, n / 32), dim3(32, 32)>>>(A, B, C, n, n);
}
