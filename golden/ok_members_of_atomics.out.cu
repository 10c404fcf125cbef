// kpipe: --arch sm_90
// CUDA's functions that return no address keep none: the members are variables of their own.
#include <cuda_pipeline_primitives.h>

constexpr int ROWS = 32;
struct Storage {
    float k[ROWS][64], v[ROWS][64];
    float scores[256];
};

__global__ void __launch_bounds__(256)
    attend(const float *__restrict__ k, const float *__restrict__ v, float *out, int n)
{
    __shared__ __align__(16) float kp_m_st_scores[256];
    __shared__ __align__(16) float kp_kp_m_st_k[2][ROWS][64];
    __shared__ __align__(16) float kp_kp_m_st_v[2][ROWS][64];
    float s = 0.f, o = 0.f;

    kp_m_st_scores[threadIdx.x] = 0.f;
    // kpipe: kp_m_st_k, kp_m_st_v in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 256 && reinterpret_cast<size_t>(k) % 16 == 0 &&
        reinterpret_cast<size_t>(v) % 16 == 0;
    static_assert(ROWS == 32, "kpipe: ROWS has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int k0, int kp_stage) __attribute__((always_inline)) {
            auto &kp_m_st_k = kp_kp_m_st_k[kp_stage];
            auto &kp_m_st_v = kp_kp_m_st_v[kp_stage];
            {
            #pragma unroll
                for (int kp_v = 0; kp_v < 2; ++kp_v) {
                    const int i = (threadIdx.x + kp_v * 256) * 4;
                    __pipeline_memcpy_async(&kp_m_st_k[i / 64][i % 64], &k[k0 * 64 + i],
                                            sizeof(float4));
                }
            }
            {
            #pragma unroll
                for (int kp_v = 0; kp_v < 2; ++kp_v) {
                    const int i = (threadIdx.x + kp_v * 256) * 4;
                    __pipeline_memcpy_async(&kp_m_st_v[i / 64][i % 64], &v[k0 * 64 + i],
                                            sizeof(float4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &kp_m_st_k = kp_kp_m_st_k[kp_stage];
            auto &kp_m_st_v = kp_kp_m_st_v[kp_stage];
            for (int j = 0; j < ROWS; j++)
                s += kp_m_st_k[j][threadIdx.x % 64] * kp_m_st_v[j][threadIdx.x / 4];
        };
        {
            int k0 = 0;
            if (k0 < n) {
                int kp_stage = 0;
                kp_load(k0, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (k0 += ROWS; k0 < n; k0 += ROWS) {
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
    } else { // kpipe: as written
        auto &kp_m_st_k = kp_kp_m_st_k[0];
        auto &kp_m_st_v = kp_kp_m_st_v[0];
        for (int k0 = 0; k0 < n; k0 += ROWS) {
            for (int i = threadIdx.x; i < ROWS * 64; i += 256)
                kp_m_st_k[i / 64][i % 64] = k[k0 * 64 + i];
            for (int i = threadIdx.x; i < ROWS * 64; i += 256)
                kp_m_st_v[i / 64][i % 64] = v[k0 * 64 + i];
            __syncthreads();
            for (int j = 0; j < ROWS; j++)
                s += kp_m_st_k[j][threadIdx.x % 64] * kp_m_st_v[j][threadIdx.x / 4];
            __syncthreads();
        }
    }
    atomicAdd(&kp_m_st_scores[threadIdx.x ^ 1], s);
    __syncthreads();
    out[blockIdx.x * 256 + threadIdx.x] = s + kp_m_st_scores[threadIdx.x];
}
