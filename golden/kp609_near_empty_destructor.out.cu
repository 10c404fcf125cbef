// A destructor of the device's with an empty body does what the compiler's does: of a functor, of
// one that a template makes, and of a tile's elements.
#include <cuda_pipeline_primitives.h>
#include <type_traits>

struct scaled {
    float by;
    __host__ __device__ explicit scaled(float b) : by(b) {}
    __host__ __device__ ~scaled() {}
    __device__ float operator()(float a, float b) const { return a + by * b; }
};
template <class T> struct sum {
    __host__ __device__ sum() {}
    __host__ __device__ ~sum() {}
    __device__ T operator()(const T &a, const T &b) const { return a + b; }
};
struct word {
    float v;
    __device__ ~word() {}
};

__global__ void __launch_bounds__(128) by_value(const float *x, float *y, int n, scaled op)
{
    __shared__ __align__(16) float kp_xs[2][128];
    const int t = threadIdx.x;
    float acc = 0.0f;

    // kpipe: xs in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 128 && reinterpret_cast<size_t>(x) % 16 == 0;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &xs = kp_xs[kp_stage];
            {
                const unsigned int kp_v = threadIdx.x;
                if (kp_v < 32 && __activemask()) { // true: to keep a branch
                    const unsigned int kp_x = kp_v * 4;
                    const int t = kp_x;
                    __pipeline_memcpy_async(&xs[t], &x[k + t], sizeof(float4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &xs = kp_xs[kp_stage];
            for (int j = 0; j < 128; j++)
                acc = op(acc, xs[j]);
        };
        {
            int k = 0;
            if (k < n) {
                int kp_stage = 0;
                kp_load(k, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (k += 128; k < n; k += 128) {
                    kp_load(k, kp_stage ^ 1);
                    kp_compute(kp_stage);
                    __pipeline_wait_prior(0);
                    __syncthreads();
                    kp_stage ^= 1;
                }
                kp_compute(kp_stage);
            }
        }
    } else { // kpipe: as written
        auto &xs = kp_xs[0];
        for (int k = 0; k < n; k += 128) {
            xs[t] = x[k + t];
            __syncthreads();
            for (int j = 0; j < 128; j++)
                acc = op(acc, xs[j]);
            __syncthreads();
        }
    }
    y[blockIdx.x * 128 + t] = acc;
}

template <class Op> __global__ void __launch_bounds__(128) made(const word *x, float *y, int n)
{
    __shared__ __align__(16) word kp_xs[2][128];
    const int t = threadIdx.x;
    float acc = 0.0f;

    // kpipe: xs in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide2 = blockDim.x == 128 && reinterpret_cast<size_t>(x) % 16 == 0;
    static_assert(sizeof(word) == 4 && alignof(word) == 4 &&
                  ::std::is_same<Op, sum<float>>::value,
                  "kpipe: sizeof(word), alignof(word) or Op has changed: run kpipe again");
    static_assert(::std::is_same<Op, sum<float>>::value,
                  "kpipe: made for other types; run kpipe again");
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide2) {
        auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &xs = kp_xs[kp_stage];
            {
                const unsigned int kp_v = threadIdx.x;
                if (kp_v < 32 && __activemask()) { // true: to keep a branch
                    const unsigned int kp_x = kp_v * 4;
                    const int t = kp_x;
                    __pipeline_memcpy_async(&xs[t], &x[k + t], sizeof(uint4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &xs = kp_xs[kp_stage];
            for (int j = 0; j < 128; j++)
                acc = Op()(acc, xs[j].v);
        };
        {
            int k = 0;
            if (k < n) {
                int kp_stage = 0;
                kp_load(k, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (k += 128; k < n; k += 128) {
                    kp_load(k, kp_stage ^ 1);
                    kp_compute(kp_stage);
                    __pipeline_wait_prior(0);
                    __syncthreads();
                    kp_stage ^= 1;
                }
                kp_compute(kp_stage);
            }
        }
    } else { // kpipe: as written
        auto &xs = kp_xs[0];
        for (int k = 0; k < n; k += 128) {
            xs[t] = x[k + t];
            __syncthreads();
            for (int j = 0; j < 128; j++)
                acc = Op()(acc, xs[j].v);
            __syncthreads();
        }
    }
    y[blockIdx.x * 128 + t] = acc;
}

void run(const float *x, float *y, int n)
{
    by_value<<<4, 128>>>(x, y, n, scaled(2.0f));
    made<sum<float>><<<4, 128>>>((const word *)x, y, n);
}
