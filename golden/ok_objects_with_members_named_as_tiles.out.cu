// Members have the names of other tiles, and of the object itself: each of them has its own stages.
#include <cuda_pipeline_primitives.h>

struct pair {
    float a[64], s[64];
};

__global__ void sums(const float *__restrict__ x, const float *__restrict__ w, float *__restrict__ y,
                     int n)
{
    __shared__ __align__(16) float kp_kp_m_s_a[2][64];
    __shared__ __align__(16) float kp_kp_m_s_s[2][64];
    __shared__ __align__(128) float kp_a[2][64];
    const int t = threadIdx.x;
    float sum = 0;

    // kpipe: kp_m_s_a, kp_m_s_s in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 64 && reinterpret_cast<size_t>(x) % 16 == 0 &&
        reinterpret_cast<size_t>(w) % 16 == 0;
    // kpipe 0.1.0: pipelined, cp.async and staging registers, 2 stages (revert this change to undo)
    if (kp_wide) {
        float kp_r0;
        auto kp_fetch = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &kp_m_s_a = kp_kp_m_s_a[kp_stage];
            auto &kp_m_s_s = kp_kp_m_s_s[kp_stage];
            {
                const unsigned int kp_v = threadIdx.x;
                if (kp_v < 16 && __activemask()) { // true: to keep a branch
                    const unsigned int kp_x = kp_v * 4;
                    const int t = kp_x;
                    __pipeline_memcpy_async(&kp_m_s_a[t], &x[k + t], sizeof(float4));
                }
            }
            {
                const unsigned int kp_v = threadIdx.x;
                if (kp_v < 16 && __activemask()) { // true: to keep a branch
                    const unsigned int kp_x = kp_v * 4;
                    const int t = kp_x;
                    __pipeline_memcpy_async(&kp_m_s_s[t], &w[k + t], sizeof(float4));
                }
            }
            kp_r0 = x[k + t];
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &kp_m_s_a = kp_kp_m_s_a[kp_stage];
            auto &kp_m_s_s = kp_kp_m_s_s[kp_stage];
            auto &a = kp_a[kp_stage];
            for (int j = 0; j < 64; j++)
                sum += kp_m_s_a[j] * kp_m_s_s[63 - j] + a[j];
        };
        auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
            auto &a = kp_a[kp_stage];
            a[t] = 2 * kp_r0;
        };
        {
            int k = 0;
            if (k < n) {
                int kp_stage = 0;
                kp_fetch(k, kp_stage);
                kp_store(kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (k += 64; k < n; k += 64) {
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
        auto &kp_m_s_a = kp_kp_m_s_a[0];
        auto &kp_m_s_s = kp_kp_m_s_s[0];
        auto &a = kp_a[0];
        for (int k = 0; k < n; k += 64) {
            kp_m_s_a[t] = x[k + t];
            kp_m_s_s[t] = w[k + t];
            a[t] = 2 * x[k + t];
            __syncthreads();
            for (int j = 0; j < 64; j++)
                sum += kp_m_s_a[j] * kp_m_s_s[63 - j] + a[j];
            __syncthreads();
        }
    }
    y[t] = sum;
}

void run(const float *x, const float *w, float *y, int n)
{
    sums<<<1, 64>>>(x, w, y, n);
}
