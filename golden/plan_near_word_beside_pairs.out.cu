// As plan_word_beside_vectors.cu, but for pairs: cp.async of 8 bytes goes the way that loads go, and nothing was measured of such
// loops.
#include <cuda_pipeline_primitives.h>

__global__ void product(const float2 *__restrict__ a, const float *__restrict__ b, float *__restrict__ c, int n)
{
    __shared__ __align__(128) float2 kp_as[2][256];
    __shared__ struct alignas(128) { float bs[16][17]; } kp_bs[2];
    const int tx = threadIdx.x, ty = threadIdx.y;
    float sum = 0.0f;

    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &as = kp_as[kp_stage];
        auto &bs = kp_bs[kp_stage].bs;
        __pipeline_memcpy_async(&as[ty * 16 + tx], &a[(blockIdx.y * 16 + ty) * n + k + tx],
                                sizeof(float2));
        __pipeline_memcpy_async(&bs[tx][ty], &b[(blockIdx.x * 16 + ty) * n + k + tx],
                                sizeof(float));
        __pipeline_commit();
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &as = kp_as[kp_stage];
        auto &bs = kp_bs[kp_stage].bs;
        for (int j = 0; j < 16; ++j)
            sum += as[ty * 16 + j].x * bs[j][tx];
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_load(k, kp_stage);
            __pipeline_wait_prior(0);
            __syncthreads();
            for (k += 16; k < n; k += 16) {
                kp_load(k, kp_stage ^ 1);
                kp_compute(kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    c[(blockIdx.y * 16 + ty) * gridDim.x * 16 + blockIdx.x * 16 + tx] = sum;
}
