// kpipe: --stages 2
// One of three calls gives a copy its value: each register is read where the conditions hold under which it was set.
__device__ float one(const float *p, int i)
{
    return p[i];
}
__device__ float two(const float *p, int i)
{
    return p[i] * 2;
}
__device__ float three(const float *p, int i)
{
    return -p[i];
}
template <typename T> __device__ T at(const T *p, int i)
{
    return p[i];
}

__global__ void __launch_bounds__(256) by_the_kind(const float *__restrict__ A, const float *__restrict__ B,
                                                   const float *__restrict__ D, float *__restrict__ C, int n, int kind)
{
    __shared__ __align__(128) float kp_tile[2][256];
    const int t = threadIdx.x;
    float sum = 0;
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0, kp_r1, kp_r2;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        if (kind == 0)
            kp_r0 = one(A, k + t);
        if (!(kind == 0) && (kind == 1))
            kp_r1 = two(B, k + t);
        if (!(kind == 0) && !(kind == 1))
            kp_r2 = three(D, k + t);
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        for (int j = 0; j < 256; j++)
            sum += tile[j] * (t - j);
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        tile[t] = kind == 0 ? kp_r0 : kind == 1 ? kp_r1 : kp_r2;
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            for (k += 256; k < n; k += 256) {
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    C[t] = sum;
}

__global__ void __launch_bounds__(256) in_the_first(const float *__restrict__ A, const float *__restrict__ B,
                                                    const float *__restrict__ D, float *__restrict__ C, int n, int a,
                                                    int b)
{
    __shared__ __align__(128) float kp_tile[2][256];
    const int t = threadIdx.x;
    float sum = 0;
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0, kp_r1, kp_r2;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        if ((t < a || k < b) && (k < a && t < b))
            kp_r0 = one(A, k + t);
        if ((t < a || k < b) && !(k < a && t < b))
            kp_r1 = two(B, k + t);
        if (!(t < a || k < b))
            kp_r2 = three(D, k + t);
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        for (int j = 0; j < 256; j++)
            sum += tile[j] * (t - j);
    };
    auto kp_store = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        tile[t] = t < a || k < b ? (k < a && t < b ? kp_r0 : kp_r1) : kp_r2;
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(k, kp_stage);
            __syncthreads();
            for (k += 256; k < n; k += 256) {
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(k, kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    C[t] = sum;
}

__global__ void __launch_bounds__(256) of_a_template(const float *__restrict__ A, const float *__restrict__ B,
                                                     const float *__restrict__ D, float *__restrict__ C, int n, int kind)
{
    __shared__ __align__(128) float kp_tile[2][256];
    const int t = threadIdx.x;
    float sum = 0;
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0, kp_r1, kp_r2;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        if (kind == 0)
            kp_r0 = at(A, k + t);
        if (!(kind == 0) && (kind == 1))
            kp_r1 = at(B, k + t);
        if (!(kind == 0) && !(kind == 1))
            kp_r2 = kind == 2 ? at(D, k + t) : 0;
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        for (int j = 0; j < 256; j++)
            sum += tile[j] * (t - j);
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        tile[t] = kind == 0 ? kp_r0 : kind == 1 ? kp_r1 : kp_r2;
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            for (k += 256; k < n; k += 256) {
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    C[t] = sum;
}
