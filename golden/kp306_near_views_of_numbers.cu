// kpipe: --stages 2
// Views whose numbers are constants with names.
#define TILE 64
#define PITCH (8 + 1)

template <int H, int W> struct grid {
    float *p;

    __device__ explicit grid(float *q) : p(q) {}
    __device__ float &at(int r, int c) { return p[r * W + c]; }
};
struct rows {
    float *data;
    int ld;

    __device__ float &at(int r, int c) const { return data[r * ld + c]; }
};
constexpr int eight = 8;

__global__ void __launch_bounds__(TILE) of_constants(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ float raw[256];
    const int t = threadIdx.x;
    constexpr int W = 9;
    grid<eight, W> As(raw);
    float sum = 0;
    for (int k = 0; k < n; k += TILE) {
        As.at(t / 8, t % 8) = A[k + t];
        __syncthreads();
        for (int j = 0; j < TILE; j++)
            sum += raw[j / eight * W + j % eight] * (t - j);
        __syncthreads();
    }
    C[t] = sum;
}

__global__ void __launch_bounds__(TILE) of_macros(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ float raw[256];
    const int t = threadIdx.x;
    grid<8, TILE> As(raw);
    float sum = 0;
    for (int k = 0; k < n; k += TILE) {
        As.at(0, t) = A[k + t];
        __syncthreads();
        for (int j = 0; j < TILE; j++)
            sum += raw[j] * (t - j);
        __syncthreads();
    }
    C[t] = sum;
}

__global__ void __launch_bounds__(TILE) of_copies(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ float raw[256];
    const int t = threadIdx.x;
    const int ld = 8 + 1;
    rows As = {raw, ld};
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
