// Values of functions with __ldg, constants, macros and templates, as expressions in the place of their calls.
#define T 16
#define PITCH 1024
constexpr int ROW = 512;

static __device__ float cached(const float *p, int r, int c, int ld)
{
    return __ldg(&p[r * ld + c]);
}

static __device__ float in_rows(const float *p, int r, int c)
{
    return p[r * ROW + c];
}

static __device__ float in_pitch(const float *p, int r, int c, int n)
{
    return c < n ? p[r * PITCH + c] : 0.0f;
}

template <typename E, int LD> __device__ E in_template(const E *p, int r, int c)
{
    return p[r * LD + c];
}

template <typename E> __device__ E deduced(const E *p, int r, int c, int ld)
{
    if (c < ld)
        return __ldg(p + r * ld + c);
    return 0;
}

__global__ void __launch_bounds__(T *T) by_cache(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int m, int n, int l)
{
    __shared__ float As[T][T], Bs[T][T];
    const int x = threadIdx.x, y = threadIdx.y;
    const int row = blockIdx.y * T + y, column = blockIdx.x * T + x;
    float sum = 0;
    for (int k = 0; k < l; k += T) {
        As[y][x] = cached(A, row, k + x, l);
        Bs[y][x] = cached(B, k + y, column, n);
        __syncthreads();
        for (int j = 0; j < T; j++)
            sum += As[y][j] * Bs[j][x];
        __syncthreads();
    }
    C[row * n + column] = sum;
}

__global__ void __launch_bounds__(T *T) by_constants(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int m, int n, int l)
{
    __shared__ float As[T][T], Bs[T][T];
    const int x = threadIdx.x, y = threadIdx.y;
    const int row = blockIdx.y * T + y, column = blockIdx.x * T + x;
    float sum = 0;
    for (int k = 0; k < l; k += T) {
        As[y][x] = in_rows(A, row, k + x);
        Bs[y][x] = in_pitch(B, k + y, column, n);
        __syncthreads();
        for (int j = 0; j < T; j++)
            sum += As[y][j] * Bs[j][x];
        __syncthreads();
    }
    C[row * n + column] = sum;
}

__global__ void __launch_bounds__(T *T) by_templates(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int m, int n, int l)
{
    __shared__ float As[T][T], Bs[T][T];
    const int x = threadIdx.x, y = threadIdx.y;
    const int row = blockIdx.y * T + y, column = blockIdx.x * T + x;
    float sum = 0;
    for (int k = 0; k < l; k += T) {
        As[y][x] = in_template<float, 512>(A, row, k + x);
        Bs[y][x] = deduced(B, k + y, column, n);
        __syncthreads();
        for (int j = 0; j < T; j++)
            sum += As[y][j] * Bs[j][x];
        __syncthreads();
    }
    C[row * n + column] = sum;
}
