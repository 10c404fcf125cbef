// kpipe: --shape ring --stages 3
// the load of a later iteration reads what only the first barrier of the loop publishes
#include <cuda_pipeline_primitives.h>

__global__ void k(const float *__restrict__ A, const int *__restrict__ I, float *C, int n)
{
    __shared__ __align__(128) float kp_As[3][256]; __shared__ int ix[128];
    const int t = threadIdx.x;
    float acc = 0.0f;
    ix[t] = I[t];
    // kpipe 0.1.0: pipelined, cp.async, 3 stages (revert this change to undo)
    auto kp_load = [&, i = 0](int kp_stage) mutable __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        if (i < n) {
            __pipeline_memcpy_async(&As[t], &A[i * 128 + (i ? ix[127 - t] : t)], sizeof(float));
            ++i;
        }
        __pipeline_commit();
    };
    __syncthreads();
    kp_load(0);
    kp_load(1);
    int kp_stage = 0, kp_next = 2;
    for (int i = 0; i < n; ++i) {
        __pipeline_wait_prior(1);
        __syncthreads();
        kp_load(kp_next);
        auto &As = kp_As[kp_stage];
        kp_next = kp_stage;
        kp_stage = kp_stage + 1 < 3 ? kp_stage + 1 : 0;
        acc += As[127 - t] * (i + 1);
    }
    C[t] = acc;
}
