// The pointer moves by a stage of its own tile, which is larger than the one in front of it in the
// declaration.
#include <cuda_pipeline_primitives.h>

#define TW 32
#define TR 16

__global__ void k(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ out, int n, int ld)
{
    __shared__ __align__(16) float kp_As[2][TW], kp_As_Bs[2][TR][TW];
    auto &Bs = kp_As_Bs[0];
    const int t = threadIdx.x;
    const float *row = Bs[t % TR];
    float acc = 0.0f;
    // kpipe: As, Bs in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 64 && reinterpret_cast<size_t>(A) % 16 == 0 &&
        ld % 4 == 0 && reinterpret_cast<size_t>(B) % 16 == 0;
    static_assert(TW == 32 && TR == 16, "kpipe: TW or TR has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_row = row;
        auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &As = kp_As[kp_stage];
            auto &Bs = kp_As_Bs[kp_stage];
            {
                const int i = t * 4;
                if (i < TW && __activemask()) { // true: to keep a branch
                    __pipeline_memcpy_async(&As[i], &A[k + i], sizeof(float4));
                }
            }
            {
            #pragma unroll
                for (int kp_v = 0; kp_v < 2; ++kp_v) {
                    const int i = (t + kp_v * 64) * 4;
                    __pipeline_memcpy_async(&Bs[i / TW][i % TW], &B[(i / TW) * ld + k + i % TW],
                                            sizeof(float4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &As = kp_As[kp_stage];
            auto row = (decltype(kp_row))((char *)kp_row + kp_stage * sizeof(kp_As_Bs[0]));
            for (int j = 0; j < TW; ++j)
                acc += As[j] * row[j];
        };
        {
            int k = 0;
            if (k < n) {
                int kp_stage = 0;
                kp_load(k, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (k += TW; k < n; k += TW) {
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
        auto &Bs = kp_As_Bs[0];
        for (int k = 0; k < n; k += TW) {
            for (int i = t; i < TW; i += 64)
                As[i] = A[k + i];
            for (int i = t; i < TR * TW; i += 64)
                Bs[i / TW][i % TW] = B[(i / TW) * ld + k + i % TW];
            __syncthreads();
            for (int j = 0; j < TW; ++j)
                acc += As[j] * row[j];
            __syncthreads();
        }
    }
    out[t] = acc;
}
