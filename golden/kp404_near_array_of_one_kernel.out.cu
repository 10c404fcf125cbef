// Arrays at file scope that one kernel alone names are its own.
#include <cuda_pipeline_primitives.h>

constexpr int T = 128;

 // both

template <int N>
__global__ void sums(const float *__restrict__ x, const float *__restrict__ w,
                     float *__restrict__ y, int n)
{
    __shared__ __align__(16) float kp_tile[2][2 * T], kp_tile_scale[2][16][T];
    float sum = 0;
    // kpipe: tile, scale in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 256 && reinterpret_cast<size_t>(x) % 16 == 0 &&
        reinterpret_cast<size_t>(w) % 16 == 0;
    static_assert(T == 128, "kpipe: T has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &tile = kp_tile[kp_stage];
            auto &scale = kp_tile_scale[kp_stage];
            {
                const unsigned int kp_v = threadIdx.x;
                if (kp_v < 64 && __activemask()) { // true: to keep a branch
                    const unsigned int kp_x = kp_v * 4;
                    __pipeline_memcpy_async(&tile[kp_x], &x[k + kp_x], sizeof(float4));
                }
            }
            {
                const int i = threadIdx.x * 4;
                if (i < 4 * T && __activemask()) { // true: to keep a branch
                    __pipeline_memcpy_async(&scale[i / T][i % T], &w[k * 2 + i], sizeof(float4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &tile = kp_tile[kp_stage];
            auto &scale = kp_tile_scale[kp_stage];
            for (int j = 0; j < 2 * T; j += 8)
                sum += tile[j] * scale[threadIdx.x % 4][j % T] * N;
        };
        {
            int k = 0;
            if (k < n) {
                int kp_stage = 0;
                kp_load(k, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (k += 2 * T; k < n; k += 2 * T) {
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
        auto &tile = kp_tile[0];
        auto &scale = kp_tile_scale[0];
        for (int k = 0; k < n; k += 2 * T) {
            tile[threadIdx.x] = x[k + threadIdx.x];
            for (int i = threadIdx.x; i < 4 * T; i += 256)
                scale[i / T][i % T] = w[k * 2 + i];
            __syncthreads();
            for (int j = 0; j < 2 * T; j += 8)
                sum += tile[j] * scale[threadIdx.x % 4][j % T] * N;
            __syncthreads();
        }
    }
    y[blockIdx.x * 256 + threadIdx.x] = sum;
}

void run(const float *x, const float *w, float *y, int n)
{
    sums<3><<<8, 256>>>(x, w, y, n);
}
