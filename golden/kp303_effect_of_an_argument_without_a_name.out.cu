// The parameter has no name, and the argument an effect: where the function's text stands in its place, the effect
// must not be left out. In `waits` and `loads` it has one, in `waits_plainly` and `loads_plainly` it has none.
#include <cuda_pipeline_primitives.h>

#define T 16

__device__ __noinline__ int counted(int *where)
{
    *where += 1;
    return 0;
}

__device__ void wait(int)
{
    __syncthreads();
}

__device__ void load(float (*tile)[T], const float *a, int n, int)
{
    tile[threadIdx.y][threadIdx.x] = a[threadIdx.y * n + threadIdx.x];
}

__global__ void waits(const float *__restrict__ a, const float *__restrict__ b, float *__restrict__ c,
                      int *__restrict__ calls, int n)
{
    __shared__ __align__(16) float kp_as[2][T][T];
    float sum = 0;
    const int t = threadIdx.y * T + threadIdx.x;

    // kpipe: as in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == T && blockDim.y == T && n % 4 == 0 &&
        reinterpret_cast<size_t>(a) % 16 == 0;
    static_assert(T == 16, "kpipe: T has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int i, int kp_stage) __attribute__((always_inline)) {
            auto &as = kp_as[kp_stage];
            {
                const unsigned int kp_v = threadIdx.y * T + threadIdx.x;
                if (kp_v < 64 && __activemask()) { // true: to keep a branch
                    const unsigned int kp_x = kp_v % 4 * 4, kp_y = kp_v / 4;
                    __pipeline_memcpy_async(&as[kp_y][kp_x], &a[kp_y * n + kp_x + i], sizeof(float4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int i, int kp_stage) __attribute__((always_inline)) {
            auto &as = kp_as[kp_stage];
            for (int j = 0; j < T; j++)
                sum += as[threadIdx.y][j] * b[i + j];
            wait(counted(&calls[t]));
        };
        {
            int i = 0;
            if (i < n) {
                int kp_stage = 0;
                kp_load(i, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                int kp_i = i;
                for (i += T; i < n; i += T) {
                    kp_load(i, kp_stage ^ 1);
                    kp_compute(kp_i, kp_stage);
                    __pipeline_wait_prior(0);
                    __syncthreads();
                    kp_i = i;
                    kp_stage ^= 1;
                }
                kp_compute(kp_i, kp_stage);
                __syncthreads();
            }
        }
    } else { // kpipe: as written
        auto &as = kp_as[0];
        for (int i = 0; i < n; i += T) {
            as[threadIdx.y][threadIdx.x] = a[threadIdx.y * n + threadIdx.x + i];
            __syncthreads();
            for (int j = 0; j < T; j++)
                sum += as[threadIdx.y][j] * b[i + j];
            wait(counted(&calls[t]));
        }
    }
    c[t] = sum;
}

__global__ void waits_plainly(const float *__restrict__ a, const float *__restrict__ b, float *__restrict__ c,
                              int *__restrict__ calls, int n)
{
    __shared__ __align__(16) float kp_as[2][T][T];
    float sum = 0;
    const int t = threadIdx.y * T + threadIdx.x;

    // kpipe: as in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide2 = blockDim.x == T && blockDim.y == T && n % 4 == 0 &&
        reinterpret_cast<size_t>(a) % 16 == 0;
    static_assert(T == 16, "kpipe: T has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide2) {
        auto kp_load = [&](int i, int kp_stage) __attribute__((always_inline)) {
            auto &as = kp_as[kp_stage];
            {
                const unsigned int kp_v = threadIdx.y * T + threadIdx.x;
                if (kp_v < 64 && __activemask()) { // true: to keep a branch
                    const unsigned int kp_x = kp_v % 4 * 4, kp_y = kp_v / 4;
                    __pipeline_memcpy_async(&as[kp_y][kp_x], &a[kp_y * n + kp_x + i], sizeof(float4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int i, int kp_stage) __attribute__((always_inline)) {
            auto &as = kp_as[kp_stage];
            for (int j = 0; j < T; j++)
                sum += as[threadIdx.y][j] * b[i + j];
        };
        {
            int i = 0;
            if (i < n) {
                int kp_stage = 0;
                kp_load(i, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                int kp_i = i;
                for (i += T; i < n; i += T) {
                    kp_load(i, kp_stage ^ 1);
                    kp_compute(kp_i, kp_stage);
                    __pipeline_wait_prior(0);
                    __syncthreads();
                    kp_i = i;
                    kp_stage ^= 1;
                }
                kp_compute(kp_i, kp_stage);
                __syncthreads();
            }
        }
    } else { // kpipe: as written
        auto &as = kp_as[0];
        for (int i = 0; i < n; i += T) {
            as[threadIdx.y][threadIdx.x] = a[threadIdx.y * n + threadIdx.x + i];
            __syncthreads();
            for (int j = 0; j < T; j++)
                sum += as[threadIdx.y][j] * b[i + j];
            wait(t + calls[t]);
        }
    }
    c[t] = sum;
}

__global__ void loads(const float *__restrict__ a, const float *__restrict__ b, float *__restrict__ c,
                      int *__restrict__ calls, int n)
{
    __shared__ float as[T][T];
    float sum = 0;
    const int t = threadIdx.y * T + threadIdx.x;

    for (int i = 0; i < n; i += T) {
        load(as, a + i, n, counted(&calls[t]));
        __syncthreads();
        for (int j = 0; j < T; j++)
            sum += as[threadIdx.y][j] * b[i + j];
        __syncthreads();
    }
    c[t] = sum;
}

__global__ void loads_plainly(const float *__restrict__ a, const float *__restrict__ b, float *__restrict__ c,
                              int *__restrict__ calls, int n)
{
    __shared__ __align__(128) float kp_as[2][T][T];
    float sum = 0;
    const int t = threadIdx.y * T + threadIdx.x;

    static_assert(T == 16, "kpipe: T has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](int i, int kp_stage) __attribute__((always_inline)) {
        auto &as = kp_as[kp_stage];
        { // load(), inlined
            const float *kp_in0 = a + i;
            {
                auto &tile = as;
                const float *a = kp_in0;
                __pipeline_memcpy_async(&tile[threadIdx.y][threadIdx.x],
                                        &a[threadIdx.y * n + threadIdx.x], sizeof(float));
            }
        }
        __pipeline_commit();
    };
    auto kp_compute = [&](int i, int kp_stage) __attribute__((always_inline)) {
        auto &as = kp_as[kp_stage];
        for (int j = 0; j < T; j++)
            sum += as[threadIdx.y][j] * b[i + j];
    };
    {
        int i = 0;
        if (i < n) {
            int kp_stage = 0;
            kp_load(i, kp_stage);
            __pipeline_wait_prior(0);
            __syncthreads();
            int kp_i = i;
            for (i += T; i < n; i += T) {
                kp_load(i, kp_stage ^ 1);
                kp_compute(kp_i, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                kp_i = i;
                kp_stage ^= 1;
            }
            kp_compute(kp_i, kp_stage);
            __syncthreads();
        }
    }
    c[t] = sum;
}
