// Functions and closures that return what is copied, as expressions in the place of their calls.
#define T 16
static __device__ float at(const float *p, int r, int c, int ld)
{
    return p[r * ld + c];
}

static __device__ float within(const float *p, int r, int c, int rows, int columns)
{
    if (r < rows && c < columns)
        return p[r * columns + c];
    return 0;
}

static __device__ float either(const float *p, unsigned char i, int n)
{
    return i < n ? p[i] : 0.0f;
}

__global__ void __launch_bounds__(T *T) product(const float *__restrict__ A,
                                                const float *__restrict__ B, float *__restrict__ C,
                                                int m, int n, int l)
{
    __shared__ float As[T][T], Bs[T][T];
    const int x = threadIdx.x, y = threadIdx.y;
    const int row = blockIdx.y * T + y, column = blockIdx.x * T + x;
    float sum = 0;
    for (int k = 0; k < l; k += T) {
        As[y][x] = at(A, row, k + x, l);
        const float v = within(B, k + y, column, l, n);
        Bs[y][x] = v;
        __syncthreads();
        for (int j = 0; j < T; j++)
            sum += As[y][j] * Bs[j][x];
        __syncthreads();
    }
    C[row * n + column] = sum;
}

// The parameter is narrower than the argument.
__global__ void __launch_bounds__(64) narrower(const float *__restrict__ A, float *__restrict__ C,
                                               int n)
{
    __shared__ float As[64];
    float sum = 0;
    for (int k = 0; k < n; k += 64) {
        As[threadIdx.x] = either(A, k + threadIdx.x, n);
        __syncthreads();
        for (int j = 0; j < 64; j++)
            sum += As[j] * j;
        __syncthreads();
    }
    C[threadIdx.x] = sum;
}

__global__ void __launch_bounds__(64) by_closure(const float *__restrict__ A,
                                                 float *__restrict__ C, int n)
{
    __shared__ float As[64];
    const int t = threadIdx.x;
    float sum = 0;
    auto value = [&](int i) { return A[i + t]; };
    for (int k = 0; k < n; k += 64) {
        As[t] = value(k);
        __syncthreads();
        for (int j = 0; j < 64; j++)
            sum += As[j] * j;
        __syncthreads();
    }
    C[t] = sum;
}
