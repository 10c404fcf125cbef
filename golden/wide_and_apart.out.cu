// The stores to `out` may change what is loaded: vectors where a test says that they do not.
#include <cuda_pipeline_primitives.h>

__global__ void __launch_bounds__(128) attend(const float *q, const float *k, const float *v, float *out, int n)
{
    __shared__ __align__(16) float kp_ks[2][32 * 32];
    __shared__ __align__(16) float kp_vs[2][32 * 32];
    float sum = 0.f;

    // kpipe: ks, vs in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 128 && reinterpret_cast<size_t>(k) % 16 == 0 &&
        reinterpret_cast<size_t>(v) % 16 == 0;
    // kpipe: pipelined where these hold, else the loop as written
    auto kp_clear = [](const volatile void *kp_a, long long kp_a_from, long long kp_a_to,
                    const volatile void *kp_b, long long kp_b_from, long long kp_b_to) {
        return reinterpret_cast<long long>(kp_a) + kp_a_to <= reinterpret_cast<long long>(kp_b) + kp_b_from ||
                reinterpret_cast<long long>(kp_b) + kp_b_to <= reinterpret_cast<long long>(kp_a) + kp_a_from;
    };
    const bool kp_apart =
        kp_wide &&
        size_t(blockIdx.x) <= 2147483647 &&
        128LL * blockIdx.x <= 4294967295LL &&
        128LL * blockIdx.x + 1LL * blockDim.x <= 4294967296LL &&
        kp_clear(k, 0, 128LL * n + 1920LL + 16LL * blockDim.x,
                out, 512LL * blockIdx.x, 512LL * blockIdx.x + 4LL * blockDim.x) &&
        kp_clear(v, 0, 128LL * n + 1920LL + 16LL * blockDim.x,
                out, 512LL * blockIdx.x, 512LL * blockIdx.x + 4LL * blockDim.x);
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_apart) {
        auto kp_load = [&](int k0, int kp_stage) __attribute__((always_inline)) {
            auto &ks = kp_ks[kp_stage];
            auto &vs = kp_vs[kp_stage];
            {
            #pragma unroll
                for (int kp_v = 0; kp_v < 2; ++kp_v) {
                    const int i = (threadIdx.x + kp_v * 128) * 4;
                    __pipeline_memcpy_async(&ks[i], &k[k0 * 32 + i], sizeof(float4));
                    __pipeline_memcpy_async(&vs[i], &v[k0 * 32 + i], sizeof(float4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &ks = kp_ks[kp_stage];
            auto &vs = kp_vs[kp_stage];
            for (int j = 0; j < 32; j++)
                for (int d = 0; d < 32; d++)
                    sum += q[d] * ks[j * 32 + d] * vs[j * 32 + threadIdx.x % 32];
            out[blockIdx.x * 128 + threadIdx.x] = sum;
        };
        {
            int k0 = 0;
            if (k0 < n) {
                int kp_stage = 0;
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
            }
        }
    } else { // kpipe: as written
        auto &ks = kp_ks[0];
        auto &vs = kp_vs[0];
        for (int k0 = 0; k0 < n; k0 += 32) {
            for (int i = threadIdx.x; i < 32 * 32; i += 128) {
                ks[i] = k[k0 * 32 + i];
                vs[i] = v[k0 * 32 + i];
            }
            __syncthreads();
            for (int j = 0; j < 32; j++)
                for (int d = 0; d < 32; d++)
                    sum += q[d] * ks[j * 32 + d] * vs[j * 32 + threadIdx.x % 32];
            out[blockIdx.x * 128 + threadIdx.x] = sum;
            __syncthreads();
        }
    }
}
