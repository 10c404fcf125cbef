// Closures that wait for the block, one by way of another.
#include <cuda_pipeline_primitives.h>

__global__ void sums(const float *__restrict__ a, float *__restrict__ out, int n)
{
    __shared__ __align__(16) float kp_s[2][128];
    auto sync = [] { __syncthreads(); };
    float sum = 0.0f;

    // kpipe: s in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 128 && reinterpret_cast<size_t>(a) % 16 == 0;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int i, int kp_stage) __attribute__((always_inline)) {
            auto &s = kp_s[kp_stage];
            { // load(), inlined
                {
                    const unsigned int kp_v = threadIdx.x;
                    if (kp_v < 32 && __activemask()) { // true: to keep a branch
                        const unsigned int kp_x = kp_v * 4;
                        __pipeline_memcpy_async(&s[kp_x], &a[i + kp_x], sizeof(float4));
                    }
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &s = kp_s[kp_stage];
            for (int j = 0; j < 128; j++)
                sum += s[j] * (j ^ threadIdx.x);
        };
        {
            int i = 0;
            if (i < n) {
                int kp_stage = 0;
                kp_load(i, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (i += 128; i < n; i += 128) {
                    kp_load(i, kp_stage ^ 1);
                    kp_compute(kp_stage);
                    __pipeline_wait_prior(0);
                    __syncthreads();
                    kp_stage ^= 1;
                }
                kp_compute(kp_stage);
            }
        }
    } else { // kpipe: as written
        auto &s = kp_s[0];
        for (int i = 0; i < n; i += 128) {
            { // load(), inlined
                s[threadIdx.x] = a[i + threadIdx.x];
                sync();
            }
            for (int j = 0; j < 128; j++)
                sum += s[j] * (j ^ threadIdx.x);
            sync();
        }
    }
    out[blockIdx.x * 128 + threadIdx.x] = sum;
}
void run(const float *a, float *out, int n) { sums<<<8, 128>>>(a, out, n); }
