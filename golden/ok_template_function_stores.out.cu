// A function template stores a tile: in the loop as written, beside wider copies, it is called.
#include <cuda_pipeline_primitives.h>

template <typename V>
__device__ __forceinline__ void put(V *to, const V *from)
{
    *to = *from;
}

template <int TW>
__global__ void __launch_bounds__(64) sums(const float4 *__restrict__ A, const float *__restrict__ B, float *__restrict__ out, int n)
{
    __shared__ struct alignas(128) { float4 As[TW]; } kp_As[2];
    __shared__ struct alignas(128) { __align__(16) float Bs[TW]; } kp_Bs[2];
    const int t = threadIdx.x;
    float sum = 0.0f;

    // kpipe: Bs in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 64 && TW % 4 == 0 &&
        reinterpret_cast<size_t>(B) % 16 == 0;
    // kpipe 0.1.0: pipelined, cp.async and staging registers, 2 stages (revert this change to undo)
    if (kp_wide) {
        float4 kp_r0;
        auto kp_fetch = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &Bs = kp_Bs[kp_stage].Bs;
            { // put(), inlined
                const auto *from = &A[k + t];
                kp_r0 = *from;
            }
            {
                const unsigned int kp_v = threadIdx.x;
                if (kp_v < 16 && __activemask()) { // true: to keep a branch
                    const unsigned int kp_x = kp_v * 4;
                    const int t = kp_x;
                    __pipeline_memcpy_async(&Bs[t], &B[k + t], sizeof(float4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &As = kp_As[kp_stage].As;
            auto &Bs = kp_Bs[kp_stage].Bs;
            for (int j = 0; j < TW; ++j)
                sum += As[j].x * Bs[j ^ t % 2];
        };
        auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
            auto &As = kp_As[kp_stage].As;
            { // put(), inlined
                auto *to = &As[t];
                *to = kp_r0;
            }
        };
        {
            int k = 0;
            if (k < n) {
                int kp_stage = 0;
                kp_fetch(k, kp_stage);
                kp_store(kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (k += TW; k < n; k += TW) {
                    kp_fetch(k, kp_stage ^ 1);
                    kp_compute(kp_stage);
                    kp_store(kp_stage ^ 1);
                    __pipeline_wait_prior(0);
                    __syncthreads();
                    kp_stage ^= 1;
                }
                kp_compute(kp_stage);
            }
        }
    } else { // kpipe: as written
        auto &As = kp_As[0].As;
        auto &Bs = kp_Bs[0].Bs;
        for (int k = 0; k < n; k += TW) {
            { // put(), inlined
                auto *to = &As[t];
                const auto *from = &A[k + t];
                *to = *from;
            }
            Bs[t] = B[k + t];
            __syncthreads();
            for (int j = 0; j < TW; ++j)
                sum += As[j].x * Bs[j ^ t % 2];
            __syncthreads();
        }
    }
    out[blockIdx.x * 64 + t] = sum;
}

void launch(const float4 *A, const float *B, float *out, int n, int blocks)
{
    sums<64><<<blocks, 64>>>(A, B, out, n);
}
