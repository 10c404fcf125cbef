// What is measured in the argument is another array.
#include <cuda_pipeline_primitives.h>

template <int N> struct number {
    static constexpr int value = N;
};

__global__ void __launch_bounds__(64) sums(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ struct alignas(128) { __align__(16) float xs[4][17 + 3]; } kp_xs[2];
    float own[3] = {1.0f, 2.0f, 3.0f};
    const int t = threadIdx.x;
    float sum = 0.0f;

    // kpipe: xs in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 64 && reinterpret_cast<size_t>(x) % 16 == 0;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &xs = kp_xs[kp_stage].xs;
            {
                const unsigned int kp_v = threadIdx.x;
                if (kp_v < 16 && __activemask()) { // true: to keep a branch
                    const unsigned int kp_x = kp_v * 4;
                    const int t = kp_x;
                    __pipeline_memcpy_async(&xs[t / 16][t % 16], &x[k + t], sizeof(float4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &xs = kp_xs[kp_stage].xs;
            for (int j = 0; j < 64; ++j)
                sum += xs[j / 16][j % 16] * (number<sizeof(own)>::value + j);
        };
        {
            int k = 0;
            if (k < n) {
                int kp_stage = 0;
                kp_load(k, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (k += 64; k < n; k += 64) {
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
        auto &xs = kp_xs[0].xs;
        for (int k = 0; k < n; k += 64) {
            xs[t / 16][t % 16] = x[k + t];
            __syncthreads();
            for (int j = 0; j < 64; ++j)
                sum += xs[j / 16][j % 16] * (number<sizeof(own)>::value + j);
            __syncthreads();
        }
    }
    y[blockIdx.x * 64 + t] = sum + own[n % 3];
}
