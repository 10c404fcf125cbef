// kpipe: --variant cp-async
// What is packed by no more than its own alignment lies where cp.async reads it.
#include <cuda_pipeline_primitives.h>

#pragma pack(push, 4)
struct Block {
    int scale;
    unsigned quants[4];
};
#pragma pack(pop)

__global__ void sum(const Block *__restrict__ blocks, float *__restrict__ out, int n)
{
    __shared__ __align__(128) unsigned kp_tile[2][128];
    const int t = threadIdx.x;
    float acc = 0.0f;

    static_assert(sizeof(Block) == 20 && alignof(Block) == 4,
                  "kpipe: sizeof(Block) or alignof(Block) has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        __pipeline_memcpy_async(&tile[t], &blocks[(k + t) / 4].quants[t & 3], sizeof(unsigned int));
        __pipeline_commit();
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        for (int j = 0; j < 128; ++j)
            acc += tile[j] & 15;
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_load(k, kp_stage);
            __pipeline_wait_prior(0);
            __syncthreads();
            for (k += 128; k < n; k += 128) {
                kp_load(k, kp_stage ^ 1);
                kp_compute(kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    out[blockIdx.x * 128 + t] = acc;
}

void launch(const Block *blocks, float *out, int n)
{
    sum<<<4, 128>>>(blocks, out, n);
}
