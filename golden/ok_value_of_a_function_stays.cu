// What these return is no expression of the arguments alone: their calls stay, by way of registers.
#define T 64
__device__ int whole(const float *p, int i)
{
    return p[i];
}

__device__ float next(const float *p, int i)
{
    i += 1;
    return p[i];
}

#define OFFSET 2
__device__ float later(const float *p, int i)
{
    return p[i + OFFSET];
}
#undef OFFSET
#define OFFSET 3

__device__ float or_size(const float *p, int i, int n)
{
    if (i < n)
        return p[i];
    return (float)n;
}

template <int HOW>
__global__ void __launch_bounds__(T) f(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[T];
    const int t = threadIdx.x;
    float sum = 0;
    for (int k = 0; k < n; k += T) {
        xs[t] = next(x, k + t);
        __syncthreads();
        for (int j = 0; j < T; j++)
            sum += xs[j] * j;
        __syncthreads();
    }
    y[t] = sum;
}

__global__ void __launch_bounds__(T) g(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[T];
    const int t = threadIdx.x;
    float sum = 0;
    for (int k = 0; k < n; k += T) {
        xs[t] = whole(x, k + t);
        __syncthreads();
        for (int j = 0; j < T; j++)
            sum += xs[j] * j;
        __syncthreads();
    }
    y[t] = sum;
}

__global__ void __launch_bounds__(T) h(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[T], ys[T];
    const int t = threadIdx.x;
    float sum = 0;
    for (int k = 0; k < n; k += T) {
        xs[t] = later(x, k + t);
        ys[t] = or_size(x, k + t, n);
        __syncthreads();
        for (int j = 0; j < T; j++)
            sum += xs[j] * ys[j];
        __syncthreads();
    }
    y[t] = sum;
}

// The closure's variable is another one where it is called.
__global__ void __launch_bounds__(T) i(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[T];
    const int t = threadIdx.x;
    int by = 3;
    float sum = 0;
    auto value = [&](int i) { return x[i + by]; };
    for (int k = 0; k < n; k += T) {
        const int by = k + t;
        xs[t] = value(by);
        __syncthreads();
        for (int j = 0; j < T; j++)
            sum += xs[j] * j;
        __syncthreads();
    }
    y[t] = sum;
}

void run(const float *x, float *y, int n)
{
    f<0><<<1, T>>>(x, y, n);
}
