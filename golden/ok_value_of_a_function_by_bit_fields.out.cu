// kpipe: --stages 3
// A bit-field that is an operand is promoted to int: the parameter in its place is unsigned.
#include <cuda_pipeline_primitives.h>

struct place {
    unsigned row : 7;
    unsigned column : 9;
};

static __device__ float at(const float *p, unsigned r, int i)
{
    if (r - 5 > 0)
        return p[r + i];
    return 0;
}

static __device__ float between(const float *p, unsigned r, int i)
{
    return p[(r - 40) / 2 % 16u + i];
}

__global__ void __launch_bounds__(64) chosen(const float *__restrict__ A, float *__restrict__ C,
                                             int n)
{
    __shared__ __align__(128) float kp_As[3][64];
    const int t = threadIdx.x;
    float sum = 0;
    place at_row;
    at_row.row = t;
    // kpipe 0.1.0: pipelined, cp.async, 3 stages (revert this change to undo)
    auto kp_load = [&, k = 0](int kp_stage) mutable __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        if (k < n) {
            if ((unsigned int)(at_row.row) - 5 > 0)
                __pipeline_memcpy_async(&As[t], &A[(unsigned int)(at_row.row) + k], sizeof(float));
            else
                As[t] = 0;
            k += 64;
        }
        __pipeline_commit();
    };
    kp_load(0);
    kp_load(1);
    int kp_stage = 0, kp_next = 2;
    for (int k = 0; k < n; k += 64) {
        __pipeline_wait_prior(1);
        __syncthreads();
        kp_load(kp_next);
        auto &As = kp_As[kp_stage];
        kp_next = kp_stage;
        kp_stage = kp_stage + 1 < 3 ? kp_stage + 1 : 0;
        for (int j = 0; j < 64; j++)
            sum += As[j] * j;
    }
    C[t] = sum;
}

__global__ void __launch_bounds__(64) either(const float *__restrict__ A, float *__restrict__ C,
                                             int n)
{
    __shared__ __align__(128) float kp_As[3][64];
    const int t = threadIdx.x;
    float sum = 0;
    place p;
    p.row = t;
    p.column = n;
    // kpipe 0.1.0: pipelined, cp.async, 3 stages (revert this change to undo)
    auto kp_load = [&, k = 0](int kp_stage) mutable __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        if (k < n) {
            __pipeline_memcpy_async(&As[t],
                                    &A[((unsigned int)(n < 9 ? p.column : p.row) - 40) / 2 % 16u + k],
                                    sizeof(float));
            k += 64;
        }
        __pipeline_commit();
    };
    kp_load(0);
    kp_load(1);
    int kp_stage = 0, kp_next = 2;
    for (int k = 0; k < n; k += 64) {
        __pipeline_wait_prior(1);
        __syncthreads();
        kp_load(kp_next);
        auto &As = kp_As[kp_stage];
        kp_next = kp_stage;
        kp_stage = kp_stage + 1 < 3 ? kp_stage + 1 : 0;
        for (int j = 0; j < 64; j++)
            sum += As[j] * j;
    }
    C[t] = sum;
}
