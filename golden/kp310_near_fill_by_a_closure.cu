// Closures that fill tiles, and objects that are called.
#define T 64
__global__ void __launch_bounds__(T) by_closure(const float *__restrict__ x,
                                                const float *__restrict__ y,
                                                float *__restrict__ z, int n)
{
    __shared__ float xs[T], ys[T];
    const int t = threadIdx.x;
    float sum = 0;
    auto load = [&](int k) {
        xs[t] = x[k * T + t];
        ys[t] = k * T + t < n ? y[k * T + t] : 0.0f;
    };
    for (int k = 0; k < n / T; ++k) {
        load(k);
        __syncthreads();
        for (int j = 0; j < T; j++)
            sum += xs[j] * ys[j];
        __syncthreads();
    }
    z[blockIdx.x * T + t] = sum;
}

// What the closure is handed.
__global__ void __launch_bounds__(T) by_arguments(const float *__restrict__ x,
                                                  const float *__restrict__ y,
                                                  float *__restrict__ z, int n)
{
    __shared__ float xs[T], ys[T];
    float sum = 0;
    const auto load = [&](float *to, const float *from) {
        for (int i = threadIdx.x; i < T; i += blockDim.x)
            to[i] = from[i];
    };
    for (int k = 0; k < n; k += T) {
        load(xs, x + k);
        load(ys, y + k);
        __syncthreads();
        for (int j = 0; j < T; j++)
            sum += xs[j] * ys[j];
        __syncthreads();
    }
    z[blockIdx.x * T + threadIdx.x] = sum;
}

struct loader {
    const float *from;
    int n;
    __device__ void operator()(float *to, int k) const
    {
        for (int i = threadIdx.x; i < T; i += blockDim.x)
            to[i] = k + i < n ? from[k + i] : 0.0f;
    }
};

__global__ void __launch_bounds__(T) by_object(const float *__restrict__ x, float *__restrict__ z,
                                               int n)
{
    __shared__ float xs[T];
    const loader load = {x, n};
    float sum = 0;
    for (int k = 0; k < n; k += T) {
        load(xs, k);
        __syncthreads();
        for (int j = 0; j < T; j++)
            sum += xs[j] * j;
        __syncthreads();
    }
    z[blockIdx.x * T + threadIdx.x] = sum;
}

// Parts of one array, and one of them that compute fills by a closure.
__global__ void by_pointers(const float *__restrict__ x, float *__restrict__ z, int n)
{
    extern __shared__ float memory[];
    float *xs = memory, *ys = xs + T, *sums = ys + T;
    const int t = threadIdx.x;
    float sum = 0;
    auto load = [&](int k) {
        xs[t] = x[k + t];
        ys[t] = x[n + k + t];
    };
    auto keep = [&](float s) { sums[t] = s; };
    for (int k = 0; k < n; k += T) {
        load(k);
        __syncthreads();
        for (int j = 0; j < T; j++)
            sum += xs[j] * ys[j];
        keep(sum);
        __syncthreads();
        sum += sums[T - 1 - t];
        __syncthreads();
    }
    z[blockIdx.x * T + t] = sum;
}

void run(const float *x, float *z, int n)
{
    by_pointers<<<8, T, 3 * T * sizeof(float)>>>(x, z, n);
}
