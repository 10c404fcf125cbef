// Pointers in a record, stored and read by its members, or all of it at once.
#include <cuda_pipeline_primitives.h>

struct places {
    float *to[2];
    uint2 numbers;
};
__global__ void k(float *x, float *y, int n)
{
    __shared__ __align__(16) float kp_s[2][64], q[64];
    const int t = threadIdx.x;
    float acc = 0.0f;
    struct places a, b;
    a.to[0] = a.to[1] = q;

    // kpipe: s in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 64 && reinterpret_cast<size_t>(x) % 16 == 0;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int i, int kp_stage) __attribute__((always_inline)) {
            auto &s = kp_s[kp_stage];
            {
                const unsigned int kp_v = threadIdx.x;
                if (kp_v < 16 && __activemask()) { // true: to keep a branch
                    const unsigned int kp_x = kp_v * 4;
                    const int t = kp_x;
                    __pipeline_memcpy_async(&s[t], &x[i + t], sizeof(float4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int i, int kp_stage) __attribute__((always_inline)) {
            auto &s = kp_s[kp_stage];
            for (int j = 0; j < 64; ++j)
                acc += s[j] * (j + t);
            b = a;
            b.to[1] = a.to[0];
            b.numbers = make_uint2(i, t);
            b.to[1][t] = acc;
        };
        {
            int i = 0;
            if (i < n) {
                int kp_stage = 0;
                kp_load(i, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                int kp_i = i;
                for (i += 64; i < n; i += 64) {
                    kp_load(i, kp_stage ^ 1);
                    kp_compute(kp_i, kp_stage);
                    __pipeline_wait_prior(0);
                    __syncthreads();
                    kp_i = i;
                    kp_stage ^= 1;
                }
                kp_compute(kp_i, kp_stage);
                __syncthreads();
            }
        }
    } else { // kpipe: as written
        auto &s = kp_s[0];
        for (int i = 0; i < n; i += 64) {
            s[t] = x[i + t];
            __syncthreads();
            for (int j = 0; j < 64; ++j)
                acc += s[j] * (j + t);
            b = a;
            b.to[1] = a.to[0];
            b.numbers = make_uint2(i, t);
            b.to[1][t] = acc;
            __syncthreads();
        }
    }
    acc += q[t];
    y[blockIdx.x * 64 + t] = acc;
}
void run(float *x, float *y, int n) { k<<<8, 64>>>(x, y, n); }
