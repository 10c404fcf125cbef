// kpipe: --shape ring
// As trap_async_split_by_another_number, but both are split by the number of the columns: no element is written twice.
#include <cuda_runtime.h>
#include <cuda_pipeline_primitives.h>

__global__ void __launch_bounds__(32) sums(const float4 *__restrict__ a, float *out, int K)
{
    __shared__ __align__(128) float4 kp_As[2][9][32];
    const int x = threadIdx.x;
    float sum = 0.0f;

    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&, k = 0](int kp_stage) mutable __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        if (k < K) {
            __pipeline_memcpy_async(&As[(x + 16) / 32][(x + 16) % 32], &a[k + x], sizeof(float4));
            __pipeline_memcpy_async(&As[(x + 64) / 32][(x + 64) % 32], &a[k + x + 128], sizeof(float4));
            k += 256;
        }
        __pipeline_commit();
    };
    kp_load(0);
    int kp_stage = 0, kp_next = 1;
    for (int k = 0; k < K; k += 256) {
        __pipeline_wait_prior(0);
        __syncthreads();
        kp_load(kp_next);
        auto &As = kp_As[kp_stage];
        kp_next = kp_stage;
        kp_stage ^= 1;
        for (int r = 0; r < 8; ++r)
            sum += As[r][threadIdx.x % 16].x;
    }
    out[threadIdx.x] = sum;
}

void run(const float4 *a, float *out, int K)
{
    sums<<<1, 32>>>(a, out, K);
}
