// The array says what N is, not the default.
#include <cuda_pipeline_primitives.h>

template <int N = 64>
__device__ void load(float (&tile)[N], const float *src)
{
    for (int i = threadIdx.x; i < N; i += 64)
        tile[i] = src[i];
}

__global__ void gemv(const float *__restrict__ A, const float *__restrict__ x,
                     float *__restrict__ y, int n)
{
    __shared__ __align__(16) float kp_xs[2][128];
    const int t = threadIdx.x;
    const int row = blockIdx.x * 64 + t;
    float sum = 0.0f;

    // kpipe: xs in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 64 && reinterpret_cast<size_t>(x) % 16 == 0;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &xs = kp_xs[kp_stage];
            { // load(), inlined
                constexpr int N = 128;
                auto &tile = xs;
                const float *src = x + k;
                {
                    const int i = threadIdx.x * 4;
                    if (i < N && __activemask()) { // true: to keep a branch
                        __pipeline_memcpy_async(&tile[i], &src[i], sizeof(float4));
                    }
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &xs = kp_xs[kp_stage];
            for (int j = 0; j < 128; ++j)
                sum += A[(k + j) * n + row] * xs[j];
        };
        {
            int k = 0;
            if (k < n) {
                int kp_stage = 0;
                kp_load(k, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                int kp_k = k;
                for (k += 128; k < n; k += 128) {
                    kp_load(k, kp_stage ^ 1);
                    kp_compute(kp_k, kp_stage);
                    __pipeline_wait_prior(0);
                    __syncthreads();
                    kp_k = k;
                    kp_stage ^= 1;
                }
                kp_compute(kp_k, kp_stage);
                __syncthreads();
            }
        }
    } else { // kpipe: as written
        auto &xs = kp_xs[0];
        for (int k = 0; k < n; k += 128) {
            { // load(), inlined
                constexpr int N = 128;
                auto &tile = xs;
                const float *src = x + k;
                for (int i = threadIdx.x; i < N; i += 64)
                    tile[i] = src[i];
            }
            __syncthreads();
            for (int j = 0; j < 128; ++j)
                sum += A[(k + j) * n + row] * xs[j];
            __syncthreads();
        }
    }
    y[row] = sum;
}
