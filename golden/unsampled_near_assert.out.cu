// kpipe: -v
// An assertion is a choice between two calls, of which a sample takes the one that does nothing.
#include <cassert>

__global__ void sums(const float *__restrict__ A, float *C, int K)
{
    __shared__ __align__(128) float kp_tile[2][32];
    float sum = 0.0f;

    assert(blockDim.x == 32);
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = A[k + threadIdx.x];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        for (int j = 0; j < 32; ++j)
            sum += tile[j] * (j + 1);
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
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
    C[blockIdx.x * 32 + threadIdx.x] = sum;
}
