// kpipe: --layout auto
// The modifiers of ldmatrix are in another order.
#include <cuda_fp16.h>
#include <cuda_pipeline_primitives.h>

__global__ void __launch_bounds__(128) k(const half *__restrict__ A, unsigned *__restrict__ C, int n)
{
    // kpipe 0.1.0: layout: rows of As have 8 elements more (revert this change to undo)
    __shared__ __align__(16) half kp_As[2][64][64 + 8];
    const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    unsigned s = 0;

    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        for (int i = threadIdx.x; i < 64 * 8; i += 128)
            __pipeline_memcpy_async(&As[i / 8][i % 8 * 8],
                                    &A[(size_t)(blockIdx.x * 64 + i / 8) * n + k + i % 8 * 8],
                                    sizeof(int4));
        __pipeline_commit();
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        for (int kk = 0; kk < 64; kk += 16) {
            unsigned a[4];
            unsigned at = (unsigned)__cvta_generic_to_shared(&As[warp * 16 + lane % 16][kk + lane / 16 * 8]);
            asm volatile("ldmatrix.sync.aligned.x4.m8n8.shared.b16 {%0, %1, %2, %3}, [%4];"
                         : "=r"(a[0]), "=r"(a[1]), "=r"(a[2]), "=r"(a[3])
                         : "r"(at));
            s += a[0] ^ a[1] ^ a[2] ^ a[3];
        }
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_load(k, kp_stage);
            __pipeline_wait_prior(0);
            __syncthreads();
            for (k += 64; k < n; k += 64) {
                kp_load(k, kp_stage ^ 1);
                kp_compute(kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    C[blockIdx.x * 128 + threadIdx.x] = s;
}
