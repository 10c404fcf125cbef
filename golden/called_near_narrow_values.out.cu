// What is copied in one byte each is copied in sixteen where the helper's value is in its place.
#include <cuda_pipeline_primitives.h>

__device__ __forceinline__ signed char guarded(const signed char *p, int i, bool in)
{
    return in ? p[i] : (signed char)0;
}

__global__ void __launch_bounds__(256) sums(const signed char *__restrict__ A, int *__restrict__ C, int n, int m)
{
    __shared__ __align__(16) signed char kp_as[2][4096];
    const int t = threadIdx.x;
    int sum = 0;

    // kpipe: as in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 256 && m % 16 == 0 &&
        reinterpret_cast<size_t>(A) % 16 == 0;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &as = kp_as[kp_stage];
            {
                const int i = t * 16;
                if (k + i < m)
                    __pipeline_memcpy_async(&as[i], &A[(k + i)], sizeof(uint4));
                else
                    *reinterpret_cast<uint4 *>(&as[i]) = make_uint4(0, 0, 0, 0);
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &as = kp_as[kp_stage];
            for (int j = 0; j < 4096; j++)
                sum += as[(j + t) % 4096] * as[j];
        };
        {
            int k = 0;
            if (k < n) {
                int kp_stage = 0;
                kp_load(k, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (k += 4096; k < n; k += 4096) {
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
        for (int k = 0; k < n; k += 4096) {
            for (int i = t; i < 4096; i += 256)
                as[i] = guarded(A, k + i, k + i < m);
            __syncthreads();
            for (int j = 0; j < 4096; j++)
                sum += as[(j + t) % 4096] * as[j];
            __syncthreads();
        }
    }
    C[t] = sum;
}

void run(const signed char *A, int *C, int n, int m)
{
    sums<<<1, 256>>>(A, C, n, m);
}
