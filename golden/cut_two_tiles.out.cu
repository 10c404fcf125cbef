// One of the two could be copied asynchronously, but the other needs the first trips of their loop alone.
#include <cuda_fp16.h>

__global__ void dot(const half *__restrict__ a, const float *__restrict__ b, float *__restrict__ y,
                    int n)
{
    __shared__ __align__(128) float kp_as[2][256], kp_as_bs[2][256];
    float sum = 0.0f;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    half kp_r0[2];
    float kp_r1[2];
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        memset(kp_r0, 0, sizeof(kp_r0));
        memset(kp_r1, 0, sizeof(kp_r1));
        #pragma unroll
        for (int i = threadIdx.x, kp_i = 0; kp_i < 2 && i < 256; i += blockDim.x, ++kp_i) {
            kp_r0[kp_i] = a[k + i];
            kp_r1[kp_i] = b[k + i];
        }
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &as = kp_as[kp_stage];
        auto &bs = kp_as_bs[kp_stage];
        for (int j = 0; j < 256; ++j)
            sum += as[j] * bs[(j + threadIdx.x) % 256];
    };
    auto kp_store = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &as = kp_as[kp_stage];
        auto &bs = kp_as_bs[kp_stage];
        {
            int i = threadIdx.x;
            #pragma unroll
            for (int kp_i = 0; kp_i < 2 && i < 256; i += blockDim.x, ++kp_i) {
                as[i] = __half2float(kp_r0[kp_i]);
                bs[i] = kp_r1[kp_i];
            }
            for (; i < 256; i += blockDim.x) {
                as[i] = __half2float(a[k + i]);
                bs[i] = b[k + i];
            }
        }
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(k, kp_stage);
            __syncthreads();
            for (k += 256; k < n; k += 256) {
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(k, kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    y[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
