// The value of a reference to an element is a number, which leads nowhere.
#include <cuda_pipeline_primitives.h>

__global__ void __launch_bounds__(256) sums(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ __align__(16) float kp_as[2][256];
    const int t = threadIdx.x;
    float sum[2] = {};

    // kpipe: as in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 256 && reinterpret_cast<size_t>(A) % 16 == 0;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &as = kp_as[kp_stage];
            {
                const unsigned int kp_v = threadIdx.x;
                if (kp_v < 64 && __activemask()) { // true: to keep a branch
                    const unsigned int kp_x = kp_v * 4;
                    const int t = kp_x;
                    __pipeline_memcpy_async(&as[t], &A[k + t], sizeof(float4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &as = kp_as[kp_stage];
            for (int j = 0; j < 256; j++) {
                const float &a = as[(j + t) % 256];
                sum[0] += a * as[j];
                sum[1] += a;
            }
        };
        {
            int k = 0;
            if (k < n) {
                int kp_stage = 0;
                kp_load(k, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (k += 256; k < n; k += 256) {
                    kp_load(k, kp_stage ^ 1);
                    kp_compute(kp_stage);
                    __pipeline_wait_prior(0);
                    __syncthreads();
                    kp_stage ^= 1;
                }
                kp_compute(kp_stage);
            }
        }
    } else { // kpipe: as written
        auto &as = kp_as[0];
        for (int k = 0; k < n; k += 256) {
            as[t] = A[k + t];
            __syncthreads();
            for (int j = 0; j < 256; j++) {
                const float &a = as[(j + t) % 256];
                sum[0] += a * as[j];
                sum[1] += a;
            }
            __syncthreads();
        }
    }
    C[t] = sum[0] + sum[1];
}

void run(const float *A, float *C, int n)
{
    sums<<<1, 256>>>(A, C, n);
}
