// kpipe: --stages 2
// Here it has 8 KB, and they do.
#include <cuda_pipeline_primitives.h>

struct turned {
    __device__ float operator()(float v) const
    {
        __shared__ float w[2000];

        w[threadIdx.x] = v;
        __syncthreads();
        return w[127 - threadIdx.x];
    }
};

template <class F> __device__ float applied(F f, float v)
{
    return f(v);
}

__global__ void sums(const float *__restrict__ x, float *y, int n)
{
    __shared__ __align__(16) float kp_tile[2][4096];
    const int t = threadIdx.x;
    float sum = 0.0f;

    // kpipe: tile in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 128 && reinterpret_cast<size_t>(x) % 16 == 0;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &tile = kp_tile[kp_stage];
            {
            #pragma unroll
                for (int kp_v = 0; kp_v < 8; ++kp_v) {
                    const int i = (t + kp_v * 128) * 4;
                    __pipeline_memcpy_async(&tile[i], &x[k + i], sizeof(float4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &tile = kp_tile[kp_stage];
            for (int j = 0; j < 4096; ++j)
                sum += tile[j ^ t];
        };
        {
            int k = 0;
            if (k < n) {
                int kp_stage = 0;
                kp_load(k, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (k += 4096; k < n; k += 4096) {
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
    } else { // kpipe: as written
        auto &tile = kp_tile[0];
        for (int k = 0; k < n; k += 4096) {
            for (int i = t; i < 4096; i += 128)
                tile[i] = x[k + i];
            __syncthreads();
            for (int j = 0; j < 4096; ++j)
                sum += tile[j ^ t];
            __syncthreads();
        }
    }
    y[blockIdx.x * 128 + t] = applied(turned(), sum);
}
