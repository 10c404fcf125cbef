// The header passes over iterations, and a while loop that fills the tile gets its header, too.
#include <cuda_pipeline_primitives.h>

__global__ void __launch_bounds__(64) sums(const float *__restrict__ A, const int *__restrict__ M,
                                           float *__restrict__ C, int n)
{
    __shared__ __align__(16) float kp_As[2][64];
    const int t = threadIdx.x;
    float sum = 0;
    // the next iteration that does something
    auto kp_skip = [&](int k) __attribute__((always_inline)) {
        for (; k < n; k++) {
            if (M[k])
                continue;
            break;
        }
        return k;
    };
    // kpipe: As in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 64 && reinterpret_cast<size_t>(A) % 16 == 0;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &As = kp_As[kp_stage];
            {
                const int x = t * 4;
                if (x < 64 && __activemask()) { // true: to keep a branch
                    __pipeline_memcpy_async(&As[x], &A[k * 64 + x], sizeof(float4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &As = kp_As[kp_stage];
            for (int j = 0; j < 64; j++)
                sum += As[j] * j;
        };
        {
            int k = kp_skip(0);
            if (k < n) {
                int kp_stage = 0;
                kp_load(k, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (k++, k = kp_skip(k); k < n; k++, k = kp_skip(k)) {
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
        auto &As = kp_As[0];
        for (int k = kp_skip(0); k < n; k++, k = kp_skip(k)) {
            for (int x = t; x < 64; x += 64) {
                As[x] = A[k * 64 + x];
            }
            __syncthreads();
            for (int j = 0; j < 64; j++)
                sum += As[j] * j;
            __syncthreads();
        }
    }
    C[t] = sum;
}
