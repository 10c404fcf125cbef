// kpipe: --stages 2
// Closures that are called with two types, or known by more than their calls.
template <typename F> __device__ void run(F f, int k)
{
    f(k);
}

__global__ void two_types(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ float As[256];
    const int t = threadIdx.x;
    float sum = 0.0f;
    auto add = [&](auto j, auto x) { sum += x * j; };
    for (int k = 0; k < n; k += 256) {
        As[t] = A[k + t];
        __syncthreads();
        for (int j = 0; j < 256; ++j)
            add(j, As[j]);
        __syncthreads();
        add(0u, 1.0f);
    }
    C[blockIdx.x * 256 + t] = sum;
}

__global__ void handed_on(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ float As[256];
    const int t = threadIdx.x;
    float sum = 0.0f;
    auto load = [&](auto k) { As[t] = A[k + t]; };
    for (int k = 0; k < n; k += 256) {
        run(load, k);
        __syncthreads();
        for (int j = 0; j < 256; ++j)
            sum += As[j] * (t - j);
        __syncthreads();
    }
    C[blockIdx.x * 256 + t] = sum;
}

__global__ void copied(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ float As[256];
    const int t = threadIdx.x;
    float sum = 0.0f;
    auto load = [&](auto k) { As[t] = A[k + t]; };
    auto other = load;
    for (int k = 0; k < n; k += 256) {
        other(k);
        __syncthreads();
        for (int j = 0; j < 256; ++j)
            sum += As[j] * (t - j);
        __syncthreads();
    }
    C[blockIdx.x * 256 + t] = sum;
}

__global__ void measured(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ float As[256];
    const int t = threadIdx.x;
    float sum = 0.0f;
    auto load = [&](auto k) { As[t] = A[k + t]; };
    constexpr int size = sizeof(load);
    for (int k = 0; k < n; k += 256) {
        load(k);
        __syncthreads();
        for (int j = 0; j < 256; ++j)
            sum += As[j] * (t - j);
        __syncthreads();
    }
    C[blockIdx.x * 256 + t] = sum + size;
}

__global__ void by_reference(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ float As[256];
    const int t = threadIdx.x;
    float sum = 0.0f;
    auto add = [&](auto &x, auto j) { x += As[j] * j; };
    for (int k = 0; k < n; k += 256) {
        As[t] = A[k + t];
        __syncthreads();
        for (int j = 0; j < 256; ++j)
            add(sum, j);
        __syncthreads();
    }
    C[blockIdx.x * 256 + t] = sum;
}

__global__ void of_pointers(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ float As[256];
    const int t = threadIdx.x;
    float sum = 0.0f;
    auto value = [&](auto p, auto k) { return p[k]; };
    for (int k = 0; k < n; k += 256) {
        As[t] = value(A, k + t);
        __syncthreads();
        for (int j = 0; j < 256; ++j)
            sum += As[j] * (t - j);
        __syncthreads();
    }
    C[blockIdx.x * 256 + t] = sum;
}
