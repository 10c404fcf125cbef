// A constant of the body hides the kernel's own, and is named by nothing but arguments of templates
// and macros: it stays in the body, where the header's closure has it as well.
#include <cuda_pipeline_primitives.h>

#define TIMES(v) times<SCALE>(v)

template <int BY> __device__ float times(float v)
{
    return v * BY;
}

__global__ void scaled(const float *__restrict__ x, const int *__restrict__ live,
                       float *__restrict__ y, int n)
{
    __shared__ __align__(16) float kp_tile[2][256];
    constexpr int SCALE = 3, MORE = 5;
    float sum = 0;
    // the next iteration that does something
    auto kp_skip = [&](int k) __attribute__((always_inline)) {
        for (; k < n; k++) {
            constexpr int SCALE = 2;
            if (live[k] < SCALE)
                continue;
            constexpr int MORE = 7;
            if (live[k] > 100)
                continue;
            break;
        }
        return k;
    };
    // kpipe: tile in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 256 && reinterpret_cast<size_t>(x) % 16 == 0;
    static_assert(SCALE == 3 && MORE == 5, "kpipe: SCALE or MORE has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &tile = kp_tile[kp_stage];
            constexpr int SCALE = 2;
            constexpr int MORE = 7;
            {
                const unsigned int kp_v = threadIdx.x;
                if (kp_v < 64 && __activemask()) { // true: to keep a branch
                    const unsigned int kp_x = kp_v * 4;
                    __pipeline_memcpy_async(&tile[kp_x], &x[k * 256 + kp_x], sizeof(float4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &tile = kp_tile[kp_stage];
            constexpr int SCALE = 2;
            constexpr int MORE = 7;
            for (int j = 0; j < 256; j++)
                sum += TIMES(tile[j]) * j + times<MORE>(tile[j]);
        };
        {
            int k = kp_skip(0);
            if (k < n) {
                int kp_stage = 0;
                kp_load(k, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (k++, k = kp_skip(k); k < n; k++, k = kp_skip(k)) {
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
        for (int k = kp_skip(0); k < n; k++, k = kp_skip(k)) {
            constexpr int SCALE = 2;
            constexpr int MORE = 7;
            tile[threadIdx.x] = x[k * 256 + threadIdx.x];
            __syncthreads();
            for (int j = 0; j < 256; j++)
                sum += TIMES(tile[j]) * j + times<MORE>(tile[j]);
            __syncthreads();
        }
    }
    y[blockIdx.x * 256 + threadIdx.x] = sum + SCALE + MORE;
}

void run(const float *x, const int *live, float *y, int n)
{
    scaled<<<8, 256>>>(x, live, y, n);
}
