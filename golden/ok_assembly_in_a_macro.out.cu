// All of the assembly stands in a macro, and says what it does.
#include <cuda_pipeline_primitives.h>

#define T 8
#define LANE(r) asm("mov.u32 %0, %%laneid;" \
                    : "=r"(r))

__global__ void gemv(const int *A, const int *__restrict__ B, int *C, int *D, int n)
{
    __shared__ struct alignas(128) { int As[T]; } kp_As[2];
    const int t = threadIdx.x;
    int sum = 0;
    unsigned lane;
    LANE(lane);

    static_assert(T == 8, "kpipe: T has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage].As;
        __pipeline_memcpy_async(&As[t], &A[k + t], sizeof(int));
        __pipeline_commit();
    };
    auto kp_compute = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage].As;
        for (int i = 0; i < T; i++)
            sum += As[i] * B[k + i];
        sum += lane;
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_load(k, kp_stage);
            __pipeline_wait_prior(0);
            __syncthreads();
            int kp_k = k;
            for (k += T; k < n; k += T) {
                kp_load(k, kp_stage ^ 1);
                kp_compute(kp_k, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                kp_k = k;
                kp_stage ^= 1;
            }
            kp_compute(kp_k, kp_stage);
            __syncthreads();
        }
    }
    C[t] = sum;
}
