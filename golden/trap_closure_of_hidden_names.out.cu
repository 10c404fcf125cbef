// Closures that name what a declaration between them and the loop hides: they stay where they are.
constexpr int W = 3;
__constant__ float scale = 3.0f;
#define GET(i) tile[(i) ^ off]
#define READ(i) at(i)

namespace a {
__device__ float f(float x) { return x * 3.0f; }
}
namespace b {
__device__ float f(float x) { return x + 5.0f; }
}
using a::f;

template <int N> __device__ float times(float x) { return x * N; }
__device__ float at(int i) { return i * 7.0f; }

__global__ void local_variable(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float tile[64];
    float sum = 0;
    auto at = [&](int j) { return tile[j] * scale; };
    float scale = 2.0f + threadIdx.x;
    // kpipe 0.1.0: pipelined, staging registers, one buffer (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = x[k * 64 + threadIdx.x];
    };
    auto kp_compute = [&]() __attribute__((always_inline)) {
        for (int j = 0; j < 64; j++)
            sum += at(j) + scale;
    };
    auto kp_store = [&]() __attribute__((always_inline)) {
        tile[threadIdx.x] = kp_r0;
    };
    {
        int k = 0;
        if (k < n) {
            kp_fetch(k);
            kp_store();
            __syncthreads();
            for (k++; k < n; k++) {
                kp_fetch(k);
                kp_compute();
                __syncthreads();
                kp_store();
                __syncthreads();
            }
            kp_compute();
        }
    }
    y[blockIdx.x * 64 + threadIdx.x] = sum;
}

__global__ void made_by_a_macro(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float tile[64];
    float sum = 0;
    int off = 1;
    auto at = [&](int j) { return GET(j) * (j + 1); };
    {
        int off = 2;
        // kpipe 0.1.0: pipelined, staging registers, one buffer (revert this change to undo)
        float kp_r0;
        auto kp_fetch = [&](int k) __attribute__((always_inline)) {
            kp_r0 = x[k * 64 + threadIdx.x];
        };
        auto kp_compute = [&]() __attribute__((always_inline)) {
            for (int j = 0; j < 64; j++)
                sum += at(j) + off;
        };
        auto kp_store = [&]() __attribute__((always_inline)) {
            tile[threadIdx.x] = kp_r0;
        };
        {
            int k = 0;
            if (k < n) {
                kp_fetch(k);
                kp_store();
                __syncthreads();
                for (k++; k < n; k++) {
                    kp_fetch(k);
                    kp_compute();
                    __syncthreads();
                    kp_store();
                    __syncthreads();
                }
                kp_compute();
            }
        }
    }
    y[blockIdx.x * 64 + threadIdx.x] = sum + off;
}

__global__ void using_declaration(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float tile[64];
    float sum = 0;
    auto at = [&](int j) { return f(tile[j]); };
    using b::f;
    // kpipe 0.1.0: pipelined, staging registers, one buffer (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = x[k * 64 + threadIdx.x];
    };
    auto kp_compute = [&]() __attribute__((always_inline)) {
        for (int j = 0; j < 64; j++)
            sum += at(j) + f(j);
    };
    auto kp_store = [&]() __attribute__((always_inline)) {
        tile[threadIdx.x] = kp_r0;
    };
    {
        int k = 0;
        if (k < n) {
            kp_fetch(k);
            kp_store();
            __syncthreads();
            for (k++; k < n; k++) {
                kp_fetch(k);
                kp_compute();
                __syncthreads();
                kp_store();
                __syncthreads();
            }
            kp_compute();
        }
    }
    y[blockIdx.x * 64 + threadIdx.x] = sum;
}

__global__ void template_argument(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float tile[64];
    float sum = 0;
    auto at = [&](int j) { return times<W>(tile[j]); };
    enum { W = 5 };
    static_assert(static_cast<long long>(W) == 5, "kpipe: W has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, one buffer (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = x[k * 64 + threadIdx.x];
    };
    auto kp_compute = [&]() __attribute__((always_inline)) {
        for (int j = 0; j < 64; j++)
            sum += at(j) + W;
    };
    auto kp_store = [&]() __attribute__((always_inline)) {
        tile[threadIdx.x] = kp_r0;
    };
    {
        int k = 0;
        if (k < n) {
            kp_fetch(k);
            kp_store();
            __syncthreads();
            for (k++; k < n; k++) {
                kp_fetch(k);
                kp_compute();
                __syncthreads();
                kp_store();
                __syncthreads();
            }
            kp_compute();
        }
    }
    y[blockIdx.x * 64 + threadIdx.x] = sum;
}

// The closure is named in front of the loop, too, by a macro.
__global__ void named_by_a_macro(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float tile[64];
    float sum = READ(2);
    tile[threadIdx.x] = x[threadIdx.x];
    __syncthreads();
    auto at = [&](int j) { return tile[j] * (j + 1); };
    sum += READ(3);
    __syncthreads();
    // kpipe 0.1.0: pipelined, staging registers, one buffer (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = x[k * 64 + threadIdx.x];
    };
    auto kp_compute = [&]() __attribute__((always_inline)) {
        for (int j = 0; j < 64; j++)
            sum += at(j);
    };
    auto kp_store = [&]() __attribute__((always_inline)) {
        tile[threadIdx.x] = kp_r0;
    };
    {
        int k = 0;
        if (k < n) {
            kp_fetch(k);
            kp_store();
            __syncthreads();
            for (k++; k < n; k++) {
                kp_fetch(k);
                kp_compute();
                __syncthreads();
                kp_store();
                __syncthreads();
            }
            kp_compute();
        }
    }
    y[blockIdx.x * 64 + threadIdx.x] = sum;
}
