// Elements that are not copied are zero, and the loop goes on to the next one.
#include <cuda_pipeline_primitives.h>

__global__ void __launch_bounds__(256) sums(const float *__restrict__ A, float *__restrict__ C, int n, int m)
{
    __shared__ __align__(16) float kp_as[2][1024];
    __shared__ __align__(16) float kp_bs[2][1024];
    const int t = threadIdx.x;
    float sum = 0;

    // kpipe: as, bs in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 256 && m % 4 == 0 &&
        reinterpret_cast<size_t>(A) % 16 == 0;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &as = kp_as[kp_stage];
            auto &bs = kp_bs[kp_stage];
            {
                const int i = t * 4;
                if (k + i >= m) {
                    *reinterpret_cast<float4 *>(&as[i]) = make_float4(0, 0, 0, 0); // outside
                } else {
                    const float *from = A + k;
                    __pipeline_memcpy_async(&as[i], &from[i], sizeof(float4));
                }
            }
            {
                const int i = t * 4;
                if (!(k + i >= m))
                    __pipeline_memcpy_async(&bs[i], &A[k + i + 1024], sizeof(float4));
                else
                    *reinterpret_cast<float4 *>(&bs[i]) = make_float4(0, 0, 0, 0);
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &as = kp_as[kp_stage];
            auto &bs = kp_bs[kp_stage];
            for (int j = 0; j < 1024; j++) {
                if (j == t)
                    continue;
                sum += as[(j + t) % 1024] * bs[j];
            }
        };
        {
            int k = 0;
            if (k < n) {
                int kp_stage = 0;
                kp_load(k, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (k += 1024; k < n; k += 1024) {
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
        auto &bs = kp_bs[0];
        for (int k = 0; k < n; k += 1024) {
            for (int i = t; i < 1024; i += 256) {
                if (k + i >= m) {
                    as[i] = 0.0f; // outside
                } else {
                    const float *from = A + k;
                    as[i] = from[i];
                }
            }
            for (int i = t; i < 1024; i += 256) {
                bs[i] = 0.0f;
                if (!(k + i >= m)) {
                    bs[i] = A[k + i + 1024];
                }
            }
            __syncthreads();
            for (int j = 0; j < 1024; j++) {
                if (j == t)
                    continue;
                sum += as[(j + t) % 1024] * bs[j];
            }
            __syncthreads();
        }
    }
    C[t] = sum;
}

void run(const float *A, float *C, int n, int m)
{
    sums<<<1, 256>>>(A, C, n, m);
}
