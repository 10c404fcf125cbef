// No number is less than 2 and not less than 4, and the text defines LEVEL as a number: no build takes
// both of these branches.
#include <cuda_pipeline_primitives.h>

#define LEVEL 3 // of 1 to 5
__global__ void sums(const float *__restrict__ x, float *__restrict__ out, int n)
{
    __shared__ __align__(16) float kp_xs[2][128];
    const int t = threadIdx.x;
    int seen = 0;
    float sum = 0.0f;
#if LEVEL < 2
    int &at = seen;
#else
    int at = 0;
#endif
#define OTHER 1
    // kpipe: xs in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 128 && reinterpret_cast<size_t>(x) % 16 == 0;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &xs = kp_xs[kp_stage];
            {
                const unsigned int kp_v = threadIdx.x;
                if (kp_v < 32 && __activemask()) { // true: to keep a branch
                    const unsigned int kp_x = kp_v * 4;
                    const int t = kp_x;
                    __pipeline_memcpy_async(&xs[t], &x[k + t + at], sizeof(float4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &xs = kp_xs[kp_stage];
            for (int j = 0; j < 128; ++j) {
                sum += xs[j] * (j + t);
#if 4 <= LEVEL
                seen += xs[j] > 0.0f;
#endif
            }
        };
        {
            int k = 0;
            if (k < n) {
                int kp_stage = 0;
                kp_load(k, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (k += 128; k < n; k += 128) {
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
        auto &xs = kp_xs[0];
        for (int k = 0; k < n; k += 128) {
            xs[t] = x[k + t + at];
            __syncthreads();
            for (int j = 0; j < 128; ++j) {
                sum += xs[j] * (j + t);
#if 4 <= LEVEL
                seen += xs[j] > 0.0f;
#endif
            }
            __syncthreads();
        }
    }
    out[blockIdx.x * 128 + t] = sum + seen;
}
void launch(const float *x, float *out, int n) { sums<<<8, 128>>>(x, out, n); }
