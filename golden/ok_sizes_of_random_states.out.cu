// Generators' states are as large as CUDA's headers make them: rows of 48 and 64 bytes.
#include <curand_kernel.h>

static_assert(sizeof(curandState) == 48 && alignof(curandState) == 8, "");
static_assert(sizeof(curandStatePhilox4_32_10_t) == 64 && alignof(curandStatePhilox4_32_10_t) == 16, "");

__global__ void f(const float *__restrict__ x, float *__restrict__ out, int n)
{
    __shared__ __align__(128) float kp_tile[2][2][sizeof(curandState)];
    const int t = threadIdx.x;
    float sum = 0;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int i) __attribute__((always_inline)) {
        kp_r0 = x[i + t];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        for (int j = 0; j < 96; ++j)
            sum += tile[j / 48][j % 48] * (t ^ j);
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        tile[t / 48][t % 48] = kp_r0;
    };
    {
        int i = 0;
        if (i < n) {
            int kp_stage = 0;
            kp_fetch(i);
            kp_store(kp_stage);
            __syncthreads();
            for (i += 96; i < n; i += 96) {
                kp_fetch(i);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    out[blockIdx.x * 96 + t] = sum;
}
