// What a mask leaves, and what a narrow type holds, is bounded whatever was read.
#include <cuda_pipeline_primitives.h>

__global__ void gather(const float *x, float *y, const int *__restrict__ at,
                       const unsigned char *__restrict__ near, int n)
{
    __shared__ __align__(128) float kp_xs[2][32];
    const int t = threadIdx.x;

    // kpipe: pipelined where these hold, else the loop as written
    auto kp_clear = [](const volatile void *kp_a, long long kp_a_from, long long kp_a_to,
                    const volatile void *kp_b, long long kp_b_from, long long kp_b_to) {
        return reinterpret_cast<long long>(kp_a) + kp_a_to <= reinterpret_cast<long long>(kp_b) + kp_b_from ||
                reinterpret_cast<long long>(kp_b) + kp_b_to <= reinterpret_cast<long long>(kp_a) + kp_a_from;
    };
    const bool kp_apart =
        kp_clear(x, 0, 4LL * n + 124LL,
                y, 0, 4LL * n + 1020LL);
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_apart) {
        auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &xs = kp_xs[kp_stage];
            __pipeline_memcpy_async(&xs[t], &x[k + (at[k + t] & 31)], sizeof(float));
            __pipeline_commit();
        };
        auto kp_compute = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &xs = kp_xs[kp_stage];
            y[k + near[k + t]] = xs[31 - t];
        };
        {
            int k = 0;
            if (k < n) {
                int kp_stage = 0;
                kp_load(k, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                int kp_k = k;
                for (k += 32; k < n; k += 32) {
                    kp_load(k, kp_stage ^ 1);
                    kp_compute(kp_k, kp_stage);
                    __pipeline_wait_prior(0);
                    __syncthreads();
                    kp_k = k;
                    kp_stage ^= 1;
                }
                kp_compute(kp_k, kp_stage);
            }
        }
    } else { // kpipe: as written
        auto &xs = kp_xs[0];
        for (int k = 0; k < n; k += 32) {
            xs[t] = x[k + (at[k + t] & 31)];
            __syncthreads();
            y[k + near[k + t]] = xs[31 - t];
            __syncthreads();
        }
    }
}
