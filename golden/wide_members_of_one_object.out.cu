// kpipe: --arch sm_90
// Tiles that are members of one object are filled in vectors. The name that one of them would have
// is taken, and the object is aligned.
#include <cuda_pipeline_primitives.h>

struct Storage {
    unsigned char a[64][32];
    float scale[64];
};

__global__ void __launch_bounds__(256)
    sums(const unsigned char *__restrict__ a, const float *__restrict__ b, float *out, int n)
{
    __shared__ __align__(32) unsigned char kp_kp_m_st_a[2][64][32];
    __shared__ __align__(32) float kp_kp_m_st_scale[2][64];
    float st_a = 0.f;

    // kpipe: kp_m_st_a, kp_m_st_scale in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 256 && n % 16 == 0 &&
        reinterpret_cast<size_t>(a) % 16 == 0 && reinterpret_cast<size_t>(b) % 16 == 0;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int k0, int kp_stage) __attribute__((always_inline)) {
            auto &kp_m_st_a = kp_kp_m_st_a[kp_stage];
            auto &kp_m_st_scale = kp_kp_m_st_scale[kp_stage];
            {
                const int i = threadIdx.x * 16;
                if (i < 2048 && __activemask()) { // true: to keep a branch
                    __pipeline_memcpy_async(&kp_m_st_a[i / 32][i % 32], &a[(i / 32) * n + k0 + i % 32],
                                            sizeof(uint4));
                }
            }
            {
                const unsigned int kp_v = threadIdx.x;
                if (kp_v < 64) {
                    const unsigned int kp_x = kp_v * 4;
                    if (kp_x < 64)
                        __pipeline_memcpy_async(&kp_m_st_scale[kp_x], &b[k0 + kp_x], sizeof(float4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &kp_m_st_a = kp_kp_m_st_a[kp_stage];
            auto &kp_m_st_scale = kp_kp_m_st_scale[kp_stage];
            auto scaled = [&](int j) { return kp_m_st_a[threadIdx.x % 64][j] * kp_m_st_scale[j]; };
            for (int j = 0; j < 32; j++)
                st_a += scaled(j);
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
        auto &kp_m_st_a = kp_kp_m_st_a[0];
        auto &kp_m_st_scale = kp_kp_m_st_scale[0];
        for (int k0 = 0; k0 < n; k0 += 32) {
            auto scaled = [&](int j) { return kp_m_st_a[threadIdx.x % 64][j] * kp_m_st_scale[j]; };
            for (int i = threadIdx.x; i < 2048; i += 256)
                kp_m_st_a[i / 32][i % 32] = a[(i / 32) * n + k0 + i % 32];
            if (threadIdx.x < 64)
                kp_m_st_scale[threadIdx.x] = b[k0 + threadIdx.x];
            __syncthreads();
            for (int j = 0; j < 32; j++)
                st_a += scaled(j);
            __syncthreads();
        }
    }
    out[blockIdx.x * 256 + threadIdx.x] = st_a;
}
