// kpipe: --stages 2
// Instances of 12 KB and 8 KB: with two buffers each, 40 KB.
#include <cuda_pipeline_primitives.h>

template <int N> __device__ void part(const float *__restrict__ x, float *y, int n)
{
    __shared__ struct alignas(128) { __align__(16) float tile[N]; } kp_tile[2];
    const int t = threadIdx.x;
    float sum = 0.0f;

    // kpipe: tile in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 128 && N % 4 == 0 &&
        reinterpret_cast<size_t>(x) % 16 == 0;
    if (kp_wide) // others copy what a thread had to itself
        __syncthreads();
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &tile = kp_tile[kp_stage].tile;
            {
                for (int i = t * 4; i < N; i += 128 * 4) {
                    __pipeline_memcpy_async(&tile[i], &x[k + i], sizeof(float4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &tile = kp_tile[kp_stage].tile;
            for (int j = 0; j < N; ++j)
                sum += tile[j ^ t];
        };
        {
            int k = 0;
            if (k < n) {
                int kp_stage = 0;
                kp_load(k, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (k += N; k < n; k += N) {
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
        auto &tile = kp_tile[0].tile;
        for (int k = 0; k < n; k += N) {
            for (int i = t; i < N; i += 128)
                tile[i] = x[k + i];
            __syncthreads();
            for (int j = 0; j < N; ++j)
                sum += tile[j ^ t];
            __syncthreads();
        }
    }
    y[blockIdx.x * 128 + t] += sum;
}

__global__ void sums(const float *__restrict__ x, float *y, int n)
{
    part<3072>(x, y, n);
    part<2048>(x, y, n);
}
