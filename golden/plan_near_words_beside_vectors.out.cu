// As plan_few_words_beside_vectors.cu, but eight words are left to cp.async.
#include <cuda_pipeline_primitives.h>

__global__ void product(const float4 *__restrict__ a, const float *__restrict__ b, float *__restrict__ c, int n)
{
    __shared__ __align__(128) float4 kp_as[2][256];
    __shared__ __align__(128) float kp_bs[2][128][17];
    const int tx = threadIdx.x, ty = threadIdx.y;
    float sum = 0.0f;

    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &as = kp_as[kp_stage];
        auto &bs = kp_bs[kp_stage];
        __pipeline_memcpy_async(&as[ty * 16 + tx], &a[(blockIdx.y * 16 + ty) * n + k + tx],
                                sizeof(float4));
        for (int i = 0; i < 8; ++i)
            __pipeline_memcpy_async(&bs[i * 16 + tx][ty],
                                    &b[(blockIdx.x * 16 + ty) * n + k * 8 + i * 16 + tx],
                                    sizeof(float));
        __pipeline_commit();
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &as = kp_as[kp_stage];
        auto &bs = kp_bs[kp_stage];
        for (int j = 0; j < 16; ++j)
            sum += as[ty * 16 + j].x * (bs[j][tx] + bs[j + 16][tx] + bs[j + 32][tx] + bs[j + 48][tx]);
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
