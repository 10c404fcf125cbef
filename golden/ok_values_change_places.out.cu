// Values that change places: a choice of choices, with many ways to each value.
#include <cuda_pipeline_primitives.h>

__global__ void k(const float *a, const int *c, float *out, int n)
{
    __shared__ __align__(128) float kp_s[2][128];
    const int t = threadIdx.x;
    double p = 0; float x = t, y = t + 1;
    // kpipe: pipelined where these hold, else the loop as written
    auto kp_clear = [](const volatile void *kp_a, long long kp_a_from, long long kp_a_to,
                    const volatile void *kp_b, long long kp_b_from, long long kp_b_to) {
        return reinterpret_cast<long long>(kp_a) + kp_a_to <= reinterpret_cast<long long>(kp_b) + kp_b_from ||
                reinterpret_cast<long long>(kp_b) + kp_b_to <= reinterpret_cast<long long>(kp_a) + kp_a_from;
    };
    const bool kp_apart =
        kp_clear(a, 0, 4LL * n + 4LL * blockDim.x - (4LL),
                out, 0, 4LL * n + 4LL * blockDim.x - (4LL));
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_apart) {
        auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &s = kp_s[kp_stage];
            __pipeline_memcpy_async(&s[t], &a[k + t], sizeof(float));
            __pipeline_commit();
        };
        auto kp_compute = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &s = kp_s[kp_stage];
            if (c[0] < t) { float z = x; x = y; y = z; }
            if (c[1] < t) { float z = x; x = y; y = z; }
            if (c[2] < t) { float z = x; x = y; y = z; }
            if (c[3] < t) { float z = x; x = y; y = z; }
            if (c[4] < t) { float z = x; x = y; y = z; }
            if (c[5] < t) { float z = x; x = y; y = z; }
            if (c[6] < t) { float z = x; x = y; y = z; }
            if (c[7] < t) { float z = x; x = y; y = z; }
            if (c[8] < t) { float z = x; x = y; y = z; }
            if (c[9] < t) { float z = x; x = y; y = z; }
            if (c[10] < t) { float z = x; x = y; y = z; }
            if (c[11] < t) { float z = x; x = y; y = z; }
            if (c[12] < t) { float z = x; x = y; y = z; }
            if (c[13] < t) { float z = x; x = y; y = z; }
            if (c[14] < t) { float z = x; x = y; y = z; }
            if (c[15] < t) { float z = x; x = y; y = z; }
            if (c[16] < t) { float z = x; x = y; y = z; }
            if (c[17] < t) { float z = x; x = y; y = z; }
            if (c[18] < t) { float z = x; x = y; y = z; }
            if (c[19] < t) { float z = x; x = y; y = z; }
            if (c[20] < t) { float z = x; x = y; y = z; }
            if (c[21] < t) { float z = x; x = y; y = z; }
            if (c[22] < t) { float z = x; x = y; y = z; }
            if (c[23] < t) { float z = x; x = y; y = z; }
            if (c[24] < t) { float z = x; x = y; y = z; }
            if (c[25] < t) { float z = x; x = y; y = z; }
            if (c[26] < t) { float z = x; x = y; y = z; }
            if (c[27] < t) { float z = x; x = y; y = z; }
            if (c[28] < t) { float z = x; x = y; y = z; }
            if (c[29] < t) { float z = x; x = y; y = z; }
            p = x; out[k + t] = y;
            for (int j = 0; j < 128; ++j)
                p += s[j] * x;
        };
        {
            int k = 0;
            if (k < n) {
                int kp_stage = 0;
                kp_load(k, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                int kp_k = k;
                for (k += 128; k < n; k += 128) {
                    kp_load(k, kp_stage ^ 1);
                    kp_compute(kp_k, kp_stage);
                    __pipeline_wait_prior(0);
                    __syncthreads();
                    kp_k = k;
                    kp_stage ^= 1;
                }
                kp_compute(kp_k, kp_stage);
                __syncthreads();
            }
        }
    } else { // kpipe: as written
        auto &s = kp_s[0];
        for (int k = 0; k < n; k += 128) {
            s[t] = a[k + t];
            __syncthreads();
            if (c[0] < t) { float z = x; x = y; y = z; }
            if (c[1] < t) { float z = x; x = y; y = z; }
            if (c[2] < t) { float z = x; x = y; y = z; }
            if (c[3] < t) { float z = x; x = y; y = z; }
            if (c[4] < t) { float z = x; x = y; y = z; }
            if (c[5] < t) { float z = x; x = y; y = z; }
            if (c[6] < t) { float z = x; x = y; y = z; }
            if (c[7] < t) { float z = x; x = y; y = z; }
            if (c[8] < t) { float z = x; x = y; y = z; }
            if (c[9] < t) { float z = x; x = y; y = z; }
            if (c[10] < t) { float z = x; x = y; y = z; }
            if (c[11] < t) { float z = x; x = y; y = z; }
            if (c[12] < t) { float z = x; x = y; y = z; }
            if (c[13] < t) { float z = x; x = y; y = z; }
            if (c[14] < t) { float z = x; x = y; y = z; }
            if (c[15] < t) { float z = x; x = y; y = z; }
            if (c[16] < t) { float z = x; x = y; y = z; }
            if (c[17] < t) { float z = x; x = y; y = z; }
            if (c[18] < t) { float z = x; x = y; y = z; }
            if (c[19] < t) { float z = x; x = y; y = z; }
            if (c[20] < t) { float z = x; x = y; y = z; }
            if (c[21] < t) { float z = x; x = y; y = z; }
            if (c[22] < t) { float z = x; x = y; y = z; }
            if (c[23] < t) { float z = x; x = y; y = z; }
            if (c[24] < t) { float z = x; x = y; y = z; }
            if (c[25] < t) { float z = x; x = y; y = z; }
            if (c[26] < t) { float z = x; x = y; y = z; }
            if (c[27] < t) { float z = x; x = y; y = z; }
            if (c[28] < t) { float z = x; x = y; y = z; }
            if (c[29] < t) { float z = x; x = y; y = z; }
            p = x; out[k + t] = y;
            for (int j = 0; j < 128; ++j)
                p += s[j] * x;
            __syncthreads();
        }
    }
    out[t] = p;
}
