// kpipe: --stages 2
// Classes of which it is not known which element a method returns, or whose objects do something else.
#define TILE 256

template <typename E, int W> struct view {
    E *p;

    __device__ explicit view(E *q) : p(q) {}
    __device__ E &operator()(int r, int c) { return p[r * W + c]; }
    __device__ E operator()(int r, int c) const { return p[r * W + c]; }
    __device__ E &operator[](int i) { return p[i]; }
};

struct walker {
    float *p;

    __device__ float &at(int i) { return p[i]; }
    __device__ void next(int by) { p += by; }
};

__device__ int made;
struct counted {
    float *p;

    __device__ counted(float *q) : p(q) { atomicAdd(&made, 1); }
    __device__ float &at(int i) { return p[i]; }
};

struct counting {
    float *p;
    int n;

    __device__ float &at(int i) { return p[i + n++]; }
};

struct watched {
    float *p;
    int *left;

    __device__ watched(float *q, int *n) : p(q), left(n) {}
    __device__ ~watched() { *left += 1; }
    __device__ float &at(int i) { return p[i]; }
};

class hidden {
    float data[256];

public:
    __device__ float &at(int i) { return data[i]; }
};

template <typename E, int N> using twice = view<E, 2 * N>;

template <int W, typename E> struct turned {};
template <int W> struct turned<8, view<float, W>> {
    float *p;

    __device__ explicit turned(float *q) : p(q) {}
    __device__ float &operator()(int r, int c) { return p[r * W + c]; }
};

__global__ void __launch_bounds__(TILE) set_again(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ float raw[TILE];
    __shared__ float other[TILE];
    view<float, 16> As(raw);
    if (n > 64)
        As = view<float, 16>(other);
    const int t = threadIdx.x;
    float sum = 0;
    for (int k = 0; k < n; k += TILE) {
        As[t] = A[k + t];
        __syncthreads();
        for (int j = 0; j < TILE; j++)
            sum += As[j] * (t - j);
        __syncthreads();
    }
    C[t] = sum;
}

__global__ void __launch_bounds__(TILE) walks(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ float raw[4096];
    walker As{raw};
    const int t = threadIdx.x;
    float sum = 0;
    for (int k = 0; k < n; k += TILE) {
        As.at(t) = A[k + t];
        __syncthreads();
        for (int j = 0; j < TILE; j++)
            sum += As.at(j) * (t - j);
        __syncthreads();
        As.next(4);
    }
    C[t] = sum;
}

__global__ void __launch_bounds__(TILE) counts_objects(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ float raw[TILE];
    counted As(raw);
    const int t = threadIdx.x;
    float sum = 0;
    for (int k = 0; k < n; k += TILE) {
        As.at(t) = A[k + t];
        __syncthreads();
        for (int j = 0; j < TILE; j++)
            sum += As.at(j) * (t - j);
        __syncthreads();
    }
    C[t] = sum;
}

__global__ void __launch_bounds__(TILE) counts_calls(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ float raw[4096];
    counting As{raw, 0};
    const int t = threadIdx.x;
    float sum = 0;
    for (int k = 0; k < n; k += TILE) {
        As.at(t) = A[k + t];
        __syncthreads();
        for (int j = 0; j < TILE; j++)
            sum += As.at(j) * (t - j);
        __syncthreads();
    }
    C[t] = sum;
}

__global__ void __launch_bounds__(TILE) is_watched(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ float raw[TILE];
    int left = 0;
    watched As(raw, &left);
    const int t = threadIdx.x;
    float sum = 0;
    for (int k = 0; k < n; k += TILE) {
        As.at(t) = A[k + t];
        __syncthreads();
        for (int j = 0; j < TILE; j++)
            sum += As.at(j) * (t - j);
        __syncthreads();
    }
    C[t] = sum + left;
}

__global__ void __launch_bounds__(TILE) moves(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ float raw[4096];
    float *p = raw;
    view<float, 16> As(p);
    p += 16;
    const int t = threadIdx.x;
    float sum = 0;
    for (int k = 0; k < n; k += TILE) {
        As[t] = A[k + t];
        __syncthreads();
        for (int j = 0; j < TILE; j++)
            sum += As[j] * (t - j);
        __syncthreads();
    }
    C[t] = sum + *p;
}

__global__ void __launch_bounds__(TILE) hides(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ float raw[TILE];
    view<float, 16> As(raw);
    const int t = threadIdx.x;
    float sum = 0;
    for (int k = 0; k < n; k += TILE) {
        const float *raw = A;
        As[t] = raw[k + t];
        __syncthreads();
        for (int j = 0; j < TILE; j++)
            sum += As[j] * (t - j);
        __syncthreads();
    }
    C[t] = sum;
}

__global__ void __launch_bounds__(TILE) is_captured(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ float raw[TILE];
    view<float, 16> As(raw);
    auto get = [=](int i) { return As(i / 16, i % 16); };
    const int t = threadIdx.x;
    float sum = 0;
    for (int k = 0; k < n; k += TILE) {
        As[t] = A[k + t];
        __syncthreads();
        for (int j = 0; j < TILE; j++)
            sum += get(j) * (t - j);
        __syncthreads();
    }
    C[t] = sum;
}

__global__ void __launch_bounds__(TILE) is_measured(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ float raw[TILE];
    view<float, 16> As(raw);
    constexpr int size = sizeof(As);
    const int t = threadIdx.x;
    float sum = 0;
    for (int k = 0; k < n; k += TILE) {
        As[t] = A[k + t];
        __syncthreads();
        for (int j = 0; j < TILE; j++)
            sum += As[j] * (t - j);
        __syncthreads();
    }
    C[t] = sum + size;
}

__global__ void __launch_bounds__(TILE) is_hidden(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ hidden As;
    const int t = threadIdx.x;
    float sum = 0;
    for (int k = 0; k < n; k += TILE) {
        As.at(t) = A[k + t];
        __syncthreads();
        for (int j = 0; j < TILE; j++)
            sum += As.at(j) * (t - j);
        __syncthreads();
    }
    C[t] = sum;
}

__global__ void __launch_bounds__(TILE) by_alias(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ float raw[TILE];
    twice<float, 8> As(raw);
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

__global__ void __launch_bounds__(TILE) specialised(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ float raw[TILE];
    turned<8, view<float, 16>> As(raw);
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
