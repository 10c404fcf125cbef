// As plan_word_beside_vectors.cu, with four words of the other tile per thread.
#include <cuda_pipeline_primitives.h>

__global__ void product(const float4 *__restrict__ a, const float *__restrict__ b, float *__restrict__ c, int n)
{
    __shared__ __align__(128) float4 kp_as[2][256];
    __shared__ __align__(128) float kp_bs[2][64][17];
    const int tx = threadIdx.x, ty = threadIdx.y;
    float sum = 0.0f;

    // kpipe 0.1.0: pipelined, cp.async and staging registers, 2 stages (revert this change to undo)
    float kp_r0[4];
    auto kp_fetch = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &as = kp_as[kp_stage];
        __pipeline_memcpy_async(&as[ty * 16 + tx], &a[(blockIdx.y * 16 + ty) * n + k + tx],
                                sizeof(float4));
        #pragma unroll
        for (int i = 0; i < 4; ++i)
            kp_r0[i] = b[(blockIdx.x * 16 + ty) * n + k * 4 + i * 16 + tx];
        __pipeline_commit();
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &as = kp_as[kp_stage];
        auto &bs = kp_bs[kp_stage];
        for (int j = 0; j < 16; ++j)
            sum += as[ty * 16 + j].x * (bs[j][tx] + bs[j + 16][tx] + bs[j + 32][tx] + bs[j + 48][tx]);
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &bs = kp_bs[kp_stage];
        #pragma unroll
        for (int i = 0; i < 4; ++i)
            bs[i * 16 + tx][ty] = kp_r0[i];
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k, kp_stage);
            kp_store(kp_stage);
            __pipeline_wait_prior(0);
            __syncthreads();
            for (k += 16; k < n; k += 16) {
                kp_fetch(k, kp_stage ^ 1);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __pipeline_wait_prior(0);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    c[(blockIdx.y * 16 + ty) * gridDim.x * 16 + blockIdx.x * 16 + tx] = sum;
}
