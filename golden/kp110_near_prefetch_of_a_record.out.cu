// kpipe: --prefetch replace
// The registers are members of a record, of which a template has a reference.
#include <cuda_pipeline_primitives.h>

struct Frags {
    float4 a;
    float4 b;
};
template <int BK> __device__ __forceinline__ void load_frags(Frags &f, const float *p, const float *q, int tile)
{
    f.a = *reinterpret_cast<const float4 *>(p + tile * BK + threadIdx.x * 4);
    f.b = *reinterpret_cast<const float4 *>(q + tile * BK + threadIdx.x * 4);
}
__device__ __forceinline__ void store_frags(float *s, float *z, const Frags &f)
{
    *reinterpret_cast<float4 *>(s + threadIdx.x * 4) = f.a;
    *reinterpret_cast<float4 *>(z + threadIdx.x * 4) = f.b;
}
__global__ void __launch_bounds__(128) dot(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int n)
{
    __shared__ __align__(16) float kp_As[2][512], kp_As_Bs[2][512];
    const int t = threadIdx.x;
    float sum = 0.0f;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](int k0, int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        auto &Bs = kp_As_Bs[kp_stage];
        { // store_frags(), inlined
            auto &s = As;
            auto &z = Bs;
            __pipeline_memcpy_async(s + threadIdx.x * 4, A + (k0) * (512) + threadIdx.x * 4,
                                    sizeof(float4));
            __pipeline_memcpy_async(z + threadIdx.x * 4, B + (k0) * (512) + threadIdx.x * 4,
                                    sizeof(float4));
        }
        __pipeline_commit();
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        auto &Bs = kp_As_Bs[kp_stage];
        for (int i = 0; i < 16; i++)
            sum += As[(i * 33 + t * 5) % 512] * Bs[(i * 17 + t) % 512];
    };
    {
        int k0 = 0;
        if (k0 < n) {
            int kp_stage = 0;
            kp_load(k0, kp_stage);
            __pipeline_wait_prior(0);
            __syncthreads();
            for (k0 += 1; k0 < n; k0 += 1) {
                kp_load(k0, kp_stage ^ 1);
                kp_compute(kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    C[blockIdx.x * 128 + t] = sum;
}
