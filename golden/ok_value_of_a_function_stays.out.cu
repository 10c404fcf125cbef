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
    __shared__ __align__(128) float kp_xs[2][T];
    const int t = threadIdx.x;
    float sum = 0;
    static_assert(T == 64, "kpipe: T has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = next(x, k + t);
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        for (int j = 0; j < T; j++)
            sum += xs[j] * j;
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        xs[t] = kp_r0;
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            for (k += T; k < n; k += T) {
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    y[t] = sum;
}

__global__ void __launch_bounds__(T) g(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(128) float kp_xs[2][T];
    const int t = threadIdx.x;
    float sum = 0;
    static_assert(T == 64, "kpipe: T has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    int kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = whole(x, k + t);
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        for (int j = 0; j < T; j++)
            sum += xs[j] * j;
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        xs[t] = kp_r0;
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            for (k += T; k < n; k += T) {
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    y[t] = sum;
}

__global__ void __launch_bounds__(T) h(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(128) float kp_xs[2][T], kp_xs_ys[2][T];
    const int t = threadIdx.x;
    float sum = 0;
    static_assert(T == 64, "kpipe: T has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0, kp_r1;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = later(x, k + t);
        kp_r1 = or_size(x, k + t, n);
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        auto &ys = kp_xs_ys[kp_stage];
        for (int j = 0; j < T; j++)
            sum += xs[j] * ys[j];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        auto &ys = kp_xs_ys[kp_stage];
        xs[t] = kp_r0;
        ys[t] = kp_r1;
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            for (k += T; k < n; k += T) {
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    y[t] = sum;
}

// The closure's variable is another one where it is called.
__global__ void __launch_bounds__(T) i(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(128) float kp_xs[2][T];
    const int t = threadIdx.x;
    int by = 3;
    float sum = 0;
    auto value = [&](int i) { return x[i + by]; };
    static_assert(T == 64, "kpipe: T has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        const int by = k + t;
        kp_r0 = value(by);
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        for (int j = 0; j < T; j++)
            sum += xs[j] * j;
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        xs[t] = kp_r0;
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            for (k += T; k < n; k += T) {
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    y[t] = sum;
}

void run(const float *x, float *y, int n)
{
    f<0><<<1, T>>>(x, y, n);
}
