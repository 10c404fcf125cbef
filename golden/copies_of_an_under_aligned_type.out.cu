// kpipe: --stages 2
// A typedef says that the vectors begin anywhere: cp.async would need multiples of 16.
#include <type_traits>

typedef float4 any_float4 __attribute__((aligned(4)));

__global__ void __launch_bounds__(256) k(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ __align__(16) float kp_As[2][1024];
    const int t = threadIdx.x;
    float s = 0.0f;

    static_assert(::std::is_same<any_float4, ::float4>::value,
                  "kpipe: any_float4 has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    any_float4 kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = *(const any_float4 *)(A + 4 * k + 4 * t + 1);
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        for (int j = 0; j < 1024; j++)
            s += As[j] * (j + t);
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        *(float4 *)&As[4 * t] = kp_r0;
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            for (k += 256; k < n; k += 256) {
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    C[blockIdx.x * 256 + t] = s;
}
