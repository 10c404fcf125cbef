// Two stores of a thread whose indices are split by two numbers: (x + 16) / 32 and x / 16 are one row for the upper
// half of the threads, in which both columns are the same. Staging registers: the later store counts.
#include <cuda_runtime.h>

__global__ void __launch_bounds__(32) sums(const float4 *__restrict__ a, float *out, int K)
{
    __shared__ __align__(128) float4 kp_As[2][9][32];
    const int x = threadIdx.x;
    float sum = 0.0f;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float4 kp_r0, kp_r1;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = a[k + x];
        kp_r1 = a[k + x + 128];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        for (int r = 0; r < 8; ++r)
            sum += As[r][threadIdx.x % 16].x;
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        As[(x + 16) / 32][(x + 16) % 32] = kp_r0;
        As[x / 16][x % 16] = kp_r1;
    };
    {
        int k = 0;
        if (k < K) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            for (k += 256; k < K; k += 256) {
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    out[threadIdx.x] = sum;
}

void run(const float4 *a, float *out, int K)
{
    sums<<<1, 32>>>(a, out, K);
}
