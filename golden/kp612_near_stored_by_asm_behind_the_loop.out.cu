// Assembly stores into the tile behind the loop, and what it leaves there is read: in the stage of the last iteration.
#include <cuda_pipeline_primitives.h>

struct Storage { float Ks[2048]; float S[256]; };
__global__ void __launch_bounds__(128) kern(const float *__restrict__ K, float *O, int n)
{
    __shared__ __align__(128) Storage kp_st[2];
    float s = 0.f;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](int k0, int kp_stage) __attribute__((always_inline)) {
        auto &st = kp_st[kp_stage];
        for (int i = threadIdx.x; i < 2048; i += 128)
            __pipeline_memcpy_async(&st.Ks[i], &K[k0 * 64 + i], sizeof(float));
        __pipeline_commit();
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &st = kp_st[kp_stage];
        for (int j = 0; j < 32; j++)
            s += st.Ks[j * 64 + threadIdx.x % 64];
    };
    int kp_stage = 0;
    {
        int k0 = 0;
        if (k0 < n) {
            kp_load(k0, kp_stage);
            __pipeline_wait_prior(0);
            __syncthreads();
            for (k0 += 32; k0 < n; k0 += 32) {
                kp_load(k0, kp_stage ^ 1);
                kp_compute(kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
            __syncthreads();
        }
    }
    auto &st = kp_st[kp_stage];
    unsigned to = (unsigned)__cvta_generic_to_shared(st.Ks) + threadIdx.x * 4;
    asm volatile("st.shared.f32 [%0+8192], %1;" :: "r"(to), "f"(s) : "memory");
    __syncthreads();
    O[threadIdx.x] = s + st.S[5];
}
