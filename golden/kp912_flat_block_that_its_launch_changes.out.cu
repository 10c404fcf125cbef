// kpipe: --layout auto
// The second launch has another block.
#include <cuda_pipeline_primitives.h>

__global__ void sum_rows(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ __align__(128) float kp_As[2][32 * 32];
    const int tx = threadIdx.x, ty = threadIdx.y;
    float s = 0.0f;

    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        for (int i = ty; i < 32; i += 8)
            __pipeline_memcpy_async(&As[i * 32 + tx], &A[(blockIdx.x * 32 + i) * n + k + tx],
                                    sizeof(float));
        __pipeline_commit();
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        for (int i = 0; i < 32; i++)
            s += As[tx * 32 + i] * (ty + 1);
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_load(k, kp_stage);
            __pipeline_wait_prior(0);
            __syncthreads();
            for (k += 32; k < n; k += 32) {
                kp_load(k, kp_stage ^ 1);
                kp_compute(kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    C[blockIdx.x * 256 + ty * 32 + tx] = s;
}

void launch(const float *A, float *C, int n)
{
    dim3 block(32, 8);

    for (int i = 0; i < 2; i++)
        sum_rows<<<(block.x *= 2), block>>>(A, C, n);
}
