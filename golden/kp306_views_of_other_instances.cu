// kpipe: --stages 2
// Templates in whose instances a view's methods return other elements, or which are not all in sight.
#define TILE 256

template <typename E, int W> struct view {
    E *p;

    __device__ explicit view(E *q) : p(q) {}
    __device__ E &operator()(int r, int c) { return p[r * W + c]; }
};

// By columns.
template <int W> struct view<double, W> {
    double *p;

    __device__ explicit view(double *q) : p(q) {}
    __device__ double &operator()(int r, int c) { return p[c * 16 + r]; }
};

template <typename E>
__global__ void __launch_bounds__(TILE) specialised(const E *__restrict__ A, E *__restrict__ C, int n)
{
    __shared__ E raw[TILE];
    view<E, 16> As(raw);
    const int t = threadIdx.x;
    E sum = 0;
    for (int k = 0; k < n; k += TILE) {
        As(t / 16, t % 16) = A[k + t];
        __syncthreads();
        for (int j = 0; j < TILE; j++)
            sum += As(j / 16, j % 16) * (t - j);
        __syncthreads();
    }
    C[t] = sum;
}

// The argument is converted to another type in each.
template <typename I>
__global__ void __launch_bounds__(TILE) converts(const float *__restrict__ A, float *__restrict__ C, I n)
{
    __shared__ float raw[TILE];
    view<float, 1> As(raw);
    const I t = threadIdx.x;
    float sum = 0;
    for (int k = 0; k < (int)n; k += TILE) {
        As(t - 1, 1) = A[k + t];
        __syncthreads();
        for (int j = 0; j < TILE; j++)
            sum += As(j, 0) * ((int)t - j);
        __syncthreads();
    }
    C[t] = sum;
}

// A number of the class that is made of the template's.
template <int T>
__global__ void __launch_bounds__(TILE) computes(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ float raw[TILE];
    view<float, 2 * T> As(raw);
    const int t = threadIdx.x;
    float sum = 0;
    for (int k = 0; k < n; k += TILE) {
        As(t / 16, t % 16) = A[k + t];
        __syncthreads();
        for (int j = 0; j < TILE; j++)
            sum += As(j / 16, j % 16) * (t - j);
        __syncthreads();
    }
    C[t] = sum;
}

// What another file instantiates is not known.
template <typename E>
__global__ void __launch_bounds__(TILE) unseen(const E *__restrict__ A, E *__restrict__ C, int n)
{
    __shared__ E raw[TILE];
    view<E, 16> As(raw);
    const int t = threadIdx.x;
    E sum = 0;
    for (int k = 0; k < n; k += TILE) {
        As(t / 16, t % 16) = A[k + t];
        __syncthreads();
        for (int j = 0; j < TILE; j++)
            sum += As(j / 16, j % 16) * (t - j);
        __syncthreads();
    }
    C[t] = sum;
}

// One instance alone uses the view there.
template <int T>
__global__ void __launch_bounds__(TILE) sometimes(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ float raw[TILE];
    view<float, 16> As(raw);
    const int t = threadIdx.x + 0 * T;
    float sum = 0;
    for (int k = 0; k < n; k += TILE) {
        if constexpr (T > 1)
            As(t / 16 + 0 * T, t % 16) = A[k + t];
        else
            raw[t] = A[k + t];
        __syncthreads();
        for (int j = 0; j < TILE; j++)
            sum += raw[j] * (t - j);
        __syncthreads();
    }
    C[t] = sum;
}

void launch(const float *A, float *C, const double *D, double *E, int n)
{
    specialised<<<1, TILE>>>(A, C, n);
    specialised<<<1, TILE>>>(D, E, n);
    converts<int><<<1, TILE>>>(A, C, n);
    converts<unsigned long long><<<1, TILE>>>(A, C, n);
    computes<8><<<1, TILE>>>(A, C, n);
    sometimes<1><<<1, TILE>>>(A, C, n);
    sometimes<2><<<1, TILE>>>(A, C, n);
}
