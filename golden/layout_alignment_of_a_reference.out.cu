// kpipe: --layout auto
// A reference promises the alignment of its type.
#include <cuda_pipeline_primitives.h>
#include <type_traits>

typedef float aligned_float __attribute__((aligned(16)));

__global__ void __launch_bounds__(256) k(const float *__restrict__ A, float *__restrict__ C, int n)
{
    // kpipe 0.1.0: layout: rows of As have 4 elements more (revert this change to undo)
    __shared__ __align__(16) float kp_As[2][32][32 + 4];
    const int tx = threadIdx.x % 32, ty = threadIdx.x / 32;
    float s = 0.0f;

    static_assert(::std::is_same<aligned_float, float>::value,
                  "kpipe: aligned_float has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        for (int i = ty; i < 32; i += 8)
            __pipeline_memcpy_async(&As[i][tx], &A[(blockIdx.x * 32 + i) * n + k + tx],
                                    sizeof(float));
        __pipeline_commit();
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        for (int i = 0; i < 32; i += 4) {
            const aligned_float &x = (const aligned_float &)As[tx][i];
            s += x * 2 + As[tx][i + 1];
            s -= As[tx][i + 2] * 3 + As[tx][i + 3];
        }
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_load(k, kp_stage);
            __pipeline_wait_prior(0);
            __syncthreads();
            for (k += 32; k < n; k += 32) {
                kp_load(k, kp_stage ^ 1);
                kp_compute(kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    C[blockIdx.x * 256 + ty * 32 + tx] = s;
}
