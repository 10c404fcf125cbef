// The sizes are an instance's: where two buffers of the rows do not fit beside the ragged vector,
// the compiled code has one.
#include <cuda_pipeline.h>

template <int M>
__global__ void __launch_bounds__(128)
    products(const float *__restrict__ a, const float *__restrict__ v, float *__restrict__ out, int n)
{
    constexpr int kp_stages = 2 * (sizeof(float[M][128])) + sizeof(float[128]) <= 48768 ? 2 : 1;
    __shared__ struct alignas(128) { __align__(16) float as[M][128]; } kp_as[kp_stages];
    __shared__ float vs[128];
    const int t = threadIdx.x;
    float sum = 0;

    vs[t] = 0;
    // kpipe 0.1.0: pipelined, cp.async and staging registers, 2 stages (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int k0, int kp_stage) __attribute__((always_inline)) {
        auto &as = kp_as[kp_stage].as;
        for (int i = 0; i < M; ++i)
            __pipeline_memcpy_async(&as[i][t], &a[k0 * M + i * 128 + t], 4);
        if (k0 + t < n)
            kp_r0 = v[k0 + t];
        __pipeline_commit();
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &as = kp_as[kp_stage].as;
        for (int k = 0; k < M; ++k)
            sum += as[k][t] * vs[(t + k) % 128];
    };
    auto kp_store = [&](int k0) __attribute__((always_inline)) {
        if (k0 + t < n)
            vs[t] = kp_r0;
    };
    {
        int k0 = 0;
        if (k0 < n) {
            int kp_stage = 0;
            kp_fetch(k0, kp_stage);
            kp_store(k0);
            __pipeline_wait_prior(0);
            __syncthreads();
            for (k0 += 128; k0 < n; k0 += 128) {
                if (kp_stages > 1)
                    kp_fetch(k0, kp_stage ^ (kp_stages - 1));
                kp_compute(kp_stage);
                if (kp_stages == 1) {
                    __syncthreads();
                    kp_fetch(k0, kp_stage);
                }
                if (kp_stages > 1)
                    __syncthreads();
                kp_store(k0);
                __pipeline_wait_prior(0);
                __syncthreads();
                kp_stage ^= kp_stages - 1;
            }
            kp_compute(kp_stage);
        }
    }
    out[t] = sum;
}
