// What these calls say means something else in their places, or nothing: they stay, by way of registers.
#define T 16
#define PITCH 1024
constexpr int ROW = 512;

static __device__ float in_rows(const float *p, int r, int c)
{
    return p[r * ROW + c];
}

static __device__ float in_pitch(const float *p, int r, int c)
{
    return p[r * PITCH + c];
}

#undef PITCH
#define PITCH 2048

namespace other {
constexpr int LD = 64;

static __device__ float in_other(const float *p, int r, int c)
{
    return p[r * LD + c];
}
}

constexpr int LD = 128;

template <int P = 96> __device__ float in_default(const float *p, int r, int c)
{
    return p[r * P + c];
}

static __device__ double wider(const float *p, int i)
{
    return __ldg(p + i);
}

class hidden {
    const float *data;
    int pitch;

public:
    __device__ float at(int r, int c) const { return data[r * pitch + c]; }
};

struct counting {
    const float *data;
    int pitch;
    mutable int n;

    __device__ float at(int r, int c) const { return data[r * pitch + c + n++]; }
};

__global__ void __launch_bounds__(T *T) hides(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int m, int n, int l)
{
    __shared__ float As[T][T], Bs[T][T];
    const int x = threadIdx.x, y = threadIdx.y;
    const int row = blockIdx.y * T + y, column = blockIdx.x * T + x;
    const int ROW = 3;
    float sum = 0;
    for (int k = 0; k < l; k += T) {
        As[y][x] = in_rows(A, row, k + x);
        Bs[y][x] = B[(k + y) * n + column];
        __syncthreads();
        for (int j = 0; j < T; j++)
            sum += As[y][j] * Bs[j][x];
        __syncthreads();
    }
    C[row * n + column] = sum * ROW;
}

__global__ void __launch_bounds__(T *T) redefined(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int m, int n, int l)
{
    __shared__ float As[T][T], Bs[T][T];
    const int x = threadIdx.x, y = threadIdx.y;
    const int row = blockIdx.y * T + y, column = blockIdx.x * T + x;
    float sum = 0;
    for (int k = 0; k < l; k += T) {
        As[y][x] = in_pitch(A, row, k + x);
        Bs[y][x] = B[(k + y) * n + column];
        __syncthreads();
        for (int j = 0; j < T; j++)
            sum += As[y][j] * Bs[j][x];
        __syncthreads();
    }
    C[row * n + column] = sum;
}

__global__ void __launch_bounds__(T *T) elsewhere(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int m, int n, int l)
{
    __shared__ float As[T][T], Bs[T][T];
    const int x = threadIdx.x, y = threadIdx.y;
    const int row = blockIdx.y * T + y, column = blockIdx.x * T + x;
    float sum = 0;
    for (int k = 0; k < l; k += T) {
        As[y][x] = other::in_other(A, row, k + x);
        Bs[y][x] = B[(k + y) * n + column];
        __syncthreads();
        for (int j = 0; j < T; j++)
            sum += As[y][j] * Bs[j][x];
        __syncthreads();
    }
    C[row * n + column] = sum;
}

__global__ void __launch_bounds__(T *T) by_default(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int m, int n, int l)
{
    __shared__ float As[T][T], Bs[T][T];
    const int x = threadIdx.x, y = threadIdx.y;
    const int row = blockIdx.y * T + y, column = blockIdx.x * T + x;
    float sum = 0;
    for (int k = 0; k < l; k += T) {
        As[y][x] = in_default(A, row, k + x);
        Bs[y][x] = B[(k + y) * n + column];
        __syncthreads();
        for (int j = 0; j < T; j++)
            sum += As[y][j] * Bs[j][x];
        __syncthreads();
    }
    C[row * n + column] = sum;
}

__global__ void __launch_bounds__(T *T) converts(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int m, int n, int l)
{
    __shared__ float As[T][T], Bs[T][T];
    const int x = threadIdx.x, y = threadIdx.y;
    const int row = blockIdx.y * T + y, column = blockIdx.x * T + x;
    float sum = 0;
    for (int k = 0; k < l; k += T) {
        As[y][x] = wider(A, row * l + k + x);
        Bs[y][x] = B[(k + y) * n + column];
        __syncthreads();
        for (int j = 0; j < T; j++)
            sum += As[y][j] * Bs[j][x];
        __syncthreads();
    }
    C[row * n + column] = sum;
}

__global__ void __launch_bounds__(T *T) of_a_class(const hidden A, const float *__restrict__ B, float *__restrict__ C, int m, int n, int l)
{
    __shared__ float As[T][T], Bs[T][T];
    const int x = threadIdx.x, y = threadIdx.y;
    const int row = blockIdx.y * T + y, column = blockIdx.x * T + x;
    float sum = 0;
    for (int k = 0; k < l; k += T) {
        As[y][x] = A.at(row, k + x);
        Bs[y][x] = B[(k + y) * n + column];
        __syncthreads();
        for (int j = 0; j < T; j++)
            sum += As[y][j] * Bs[j][x];
        __syncthreads();
    }
    C[row * n + column] = sum;
}

__global__ void __launch_bounds__(T *T) counts(counting A, const float *__restrict__ B, float *__restrict__ C, int m, int n, int l)
{
    __shared__ float As[T][T], Bs[T][T];
    const int x = threadIdx.x, y = threadIdx.y;
    const int row = blockIdx.y * T + y, column = blockIdx.x * T + x;
    float sum = 0;
    for (int k = 0; k < l; k += T) {
        As[y][x] = A.at(row, k + x);
        Bs[y][x] = B[(k + y) * n + column];
        __syncthreads();
        for (int j = 0; j < T; j++)
            sum += As[y][j] * Bs[j][x];
        __syncthreads();
    }
    C[row * n + column] = sum;
}
