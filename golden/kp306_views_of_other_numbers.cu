// kpipe: --stages 2
// Views whose members are not the numbers that they are given, or whose numbers mean something else
// at the call.
#define TILE 64

// Keeps five bits: 24 is -8.
struct narrow {
    float *data;
    int ld : 5;

    __device__ narrow(float *p, int l) : data(p), ld(l) {}
    __device__ float &at(int r, int c) const { return data[r * ld + c + 64]; }
};
struct listed {
    float *data;
    int ld : 5;

    __device__ float &at(int r, int c) const { return data[r * ld + c + 64]; }
};
struct rows {
    float *data;
    int ld;

    __device__ float &at(int r, int c) const { return data[r * ld + c]; }
};
template <int H, int W> struct grid {
    float *p;

    __device__ explicit grid(float *q) : p(q) {}
    __device__ float &at(int r, int c) { return p[r * W + c]; }
    __device__ float &turned(int r, int c);
};
// The names of the parameters are its own.
template <int W, int H> __device__ float &grid<W, H>::turned(int r, int c) { return p[r * W + c]; }
namespace other {
template <int H, int W> struct view {
    float *p;

    __device__ explicit view(float *q) : p(q) {}
    __device__ float &at(int r, int c) { return p[r * W + c]; }
};
}
template <int P, int Q> using view = other::view<Q, P>;

__global__ void __launch_bounds__(TILE) keeps_bits(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ float raw[256];
    const int t = threadIdx.x;
    narrow As(raw, 24);
    float sum = 0;
    for (int k = 0; k < n; k += TILE) {
        As.at(t / 8, t % 8) = A[k + t];
        __syncthreads();
        for (int j = 0; j < TILE; j++)
            sum += raw[64 - j / 8 * 8 + j % 8] * (t - j);
        __syncthreads();
    }
    C[t] = sum;
}

__global__ void __launch_bounds__(TILE) keeps_bits_of(const float *__restrict__ A, float *__restrict__ C, int n, int m)
{
    __shared__ float raw[256];
    const int t = threadIdx.x;
    listed As = {raw, m};
    float sum = 0;
    for (int k = 0; k < n; k += TILE) {
        As.at(t / 8, t % 8) = A[k + t];
        __syncthreads();
        for (int j = 0; j < TILE; j++)
            sum += raw[64 - j / 8 * 8 + j % 8] * (t - j);
        __syncthreads();
    }
    C[t] = sum;
}

__global__ void __launch_bounds__(TILE) refers(const float *__restrict__ A, float *__restrict__ C, int n, int *L)
{
    __shared__ float raw[256];
    const int t = threadIdx.x;
    const int &ld = L[blockIdx.x];
    rows As = {raw, ld};
    __syncthreads();
    if (t == 0)
        L[blockIdx.x] = 16;
    __syncthreads();
    float sum = 0;
    for (int k = 0; k < n; k += TILE) {
        As.at(t / 8, t % 8) = A[k + t];
        __syncthreads();
        for (int j = 0; j < TILE; j++)
            sum += raw[j / 8 * 9 + j % 8] * (t - j);
        __syncthreads();
    }
    C[t] = sum;
}

__global__ void __launch_bounds__(TILE) hides(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ float raw[256];
    const int t = threadIdx.x;
    constexpr int W = 9;
    grid<8, W> As(raw);
    float sum = 0;
    for (int k = 0; k < n; k += TILE) {
        constexpr int W = 8;
        As.at(t / 8, t % 8) = A[k + t];
        __syncthreads();
        for (int j = 0; j < TILE; j++)
            sum += raw[j / W * 9 + j % W] * (t - j);
        __syncthreads();
    }
    C[t] = sum;
}

__global__ void __launch_bounds__(TILE) by_alias(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ float raw[256];
    const int t = threadIdx.x;
    constexpr int P = 9, Q = 12;
    view<P, Q> As(raw);
    float sum = 0;
    for (int k = 0; k < n; k += TILE) {
        As.at(t / 8, t % 8) = A[k + t];
        __syncthreads();
        for (int j = 0; j < TILE; j++)
            sum += raw[j / 8 * P + j % 8 + Q - Q] * (t - j);
        __syncthreads();
    }
    C[t] = sum;
}

__global__ void __launch_bounds__(TILE) named_elsewhere(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ float raw[256];
    const int t = threadIdx.x;
    constexpr int P = 9, Q = 12;
    grid<P, Q> As(raw);
    float sum = 0;
    for (int k = 0; k < n; k += TILE) {
        As.turned(t / 8, t % 8) = A[k + t];
        __syncthreads();
        for (int j = 0; j < TILE; j++)
            sum += raw[j / 8 * P + j % 8 + Q - Q] * (t - j);
        __syncthreads();
    }
    C[t] = sum;
}
