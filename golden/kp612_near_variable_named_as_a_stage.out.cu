/* The program has the names that the schedule's variables would get: these get others. */
#include <cuda_pipeline_primitives.h>

static __global__ void weigh(const float *__restrict__ rows, float *out, int n)
{
    __shared__ __align__(16) float kp_s[2][64];
    int t = threadIdx.x;
    float kp_stage = 3, kp_next = t, sum = 0;

    // kpipe: s in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 64 && reinterpret_cast<size_t>(rows) % 16 == 0;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int k, int kp_stage2) __attribute__((always_inline)) {
            auto &s = kp_s[kp_stage2];
            {
                const unsigned int kp_v = threadIdx.x;
                if (kp_v < 16 && __activemask()) { // true: to keep a branch
                    const unsigned int kp_x = kp_v * 4;
                    int t = kp_x;
                    __pipeline_memcpy_async(&s[t], &rows[k * 64 + t], sizeof(float4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage2) __attribute__((always_inline)) {
            auto &s = kp_s[kp_stage2];
            for (int j = 0; j < 64; j++)
                sum += s[j] * (j + kp_stage) + kp_next;
            kp_stage += 1;
        };
        {
            int k = 0;
            if (k < n) {
                int kp_stage2 = 0;
                kp_load(k, kp_stage2);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (k++; k < n; k++) {
                    kp_load(k, kp_stage2 ^ 1);
                    kp_compute(kp_stage2);
                    __pipeline_wait_prior(0);
                    __syncthreads();
                    kp_stage2 ^= 1;
                }
                kp_compute(kp_stage2);
            }
        }
    } else { // kpipe: as written
        auto &s = kp_s[0];
        for (int k = 0; k < n; k++) {
            s[t] = rows[k * 64 + t];
            __syncthreads();
            for (int j = 0; j < 64; j++)
                sum += s[j] * (j + kp_stage) + kp_next;
            __syncthreads();
            kp_stage += 1;
        }
    }
    out[blockIdx.x * 64 + t] = sum + kp_stage;
}

void run(const float *rows, float *out, int n)
{
    weigh<<<4, 64>>>(rows, out, n);
}
