// What ends the copy loops is the same in every iteration, so the same elements are stored in each.
#include <cuda_pipeline_primitives.h>

#define T 64

__global__ void rows(const float *__restrict__ a, const float *__restrict__ b, float *__restrict__ c, int n, int rows)
{
    __shared__ __align__(128) float kp_as[2][T][17];
    __shared__ struct alignas(128) { float bs[200]; } kp_bs[2];
    const int t = threadIdx.x;
    const int row = blockIdx.x * T + t;
    float sum = 0.0f;

    static_assert(T == 64, "kpipe: T has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, cp.async and staging registers, 2 stages (revert this change to undo)
    float kp_r0[4];
    auto kp_fetch = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &as = kp_as[kp_stage];
#pragma unroll
        for (int i = 0; i < 20; i++) {
            if (i >= 16)
                break;
            if (row < rows && k + i < n)
                __pipeline_memcpy_async(&as[t][i], &a[row * n + k + i], sizeof(float));
            else
                as[t][i] = 0.0f;
        }
#pragma unroll
        for (int i = 0, kp_i = 0; kp_i < 4; ++i, ++kp_i) {
            if (i >= 4)
                continue;
            int j = t + i * T;
            if (j >= 200)
                break;
            kp_r0[kp_i] = b[k + j];
        }
        __pipeline_commit();
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &as = kp_as[kp_stage];
        auto &bs = kp_bs[kp_stage].bs;
        for (int i = 0; i < 16; ++i)
            sum += as[63 - t][i] * bs[(i + 3 * t) % 200];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &bs = kp_bs[kp_stage].bs;
#pragma unroll
        for (int i = 0, kp_i = 0; kp_i < 4; ++i, ++kp_i) {
            if (i >= 4)
                continue;
            int j = t + i * T;
            if (j >= 200)
                break;
            bs[j] = kp_r0[kp_i] * 0.5f;
        }
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k, kp_stage);
            kp_store(kp_stage);
            __pipeline_wait_prior(0);
            __syncthreads();
            for (k += 16; k < n; k += 16) {
                kp_fetch(k, kp_stage ^ 1);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __pipeline_wait_prior(0);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    c[row] = sum;
}
