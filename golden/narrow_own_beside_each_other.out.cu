// kpipe: --stages 2
// The elements of a thread are not neighbours.
#include <cuda_pipeline_primitives.h>

__global__ void __launch_bounds__(256) sums(const float *__restrict__ k, float *out, int n, int d)
{
    __shared__ __align__(128) float kp_ks[2][64 * 16];
    float sum = 0.f;

    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](int j, int kp_stage) __attribute__((always_inline)) {
        auto &ks = kp_ks[kp_stage];
        for (int x = 0; x < 4; x++)
            __pipeline_memcpy_async(&ks[threadIdx.x + x * 256], &k[j * 1024 + threadIdx.x * 4 + x],
                                    sizeof(float));
        __pipeline_commit();
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &ks = kp_ks[kp_stage];
        for (int r = 0; r < 64 * 16; r++)
            sum += ks[r];
    };
    {
        int j = 0;
        if (j < n) {
            int kp_stage = 0;
            kp_load(j, kp_stage);
            __pipeline_wait_prior(0);
            __syncthreads();
            for (j++; j < n; j++) {
                kp_load(j, kp_stage ^ 1);
                kp_compute(kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    out[blockIdx.x * 256 + threadIdx.x] = sum;
}

void run(const float *k, float *out, int n, int d)
{
    sums<<<16, 256>>>(k, out, n, d);
}
