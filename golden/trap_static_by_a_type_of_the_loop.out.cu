// kpipe: --stages 2
// Each width in a loop of its own would have two closures, which count each for itself.
#include <cuda_pipeline_primitives.h>

template <typename T> __device__ int next(T)
{
    static __device__ int count;
    return atomicAdd(&count, 1);
}

__global__ void sums(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(16) float kp_tile[2][128];
    const int t = threadIdx.x;
    float sum = 0;

    // kpipe: tile in copies of 16 bytes where these hold, else as written
    const bool kp_wide = blockDim.x == 128 && reinterpret_cast<size_t>(x) % 16 == 0;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        if (kp_wide) {
            const unsigned int kp_v = threadIdx.x;
            if (kp_v < 32 && __activemask()) { // true: to keep a branch
                const unsigned int kp_x = kp_v * 4;
                const int t = kp_x;
                __pipeline_memcpy_async(&tile[t], &x[k + t], sizeof(float4));
            }
        } else
            __pipeline_memcpy_async(&tile[t], &x[k + t], sizeof(float));
        __pipeline_commit();
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * (j + t);
        sum += next([] {});
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
            __syncthreads();
        }
    }
    y[blockIdx.x * 128 + t] = sum;
}

void launch(const float *x, float *y, int n)
{
    sums<<<2, 128>>>(x, y, n);
}
