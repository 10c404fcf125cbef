// kpipe: -v
// One value in braces for an array of arrays of objects is the first of the objects.
#include <cuda_fp16.h>

__global__ void sums(const __half *__restrict__ A, __half *C, int K)
{
    __shared__ struct alignas(128) { __half tile[32]; } kp_tile[2];
    __half sum[2][2] = {__float2half(0.0f)};

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    __half kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = A[k + threadIdx.x];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage].tile;
        for (int j = 0; j < 32; ++j)
            sum[0][0] = __hadd(sum[0][0], tile[j]);
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage].tile;
        tile[threadIdx.x] = kp_r0;
    };
    {
        int k = 0;
        if (k < K) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            for (k += 32; k < K; k += 32) {
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    C[blockIdx.x * 32 + threadIdx.x] = __hadd(sum[0][0], sum[1][1]);
}

void launch(const __half *A, __half *C, int blocks, int K)
{
    sums<<<blocks, 32>>>(A, C, K);
}
