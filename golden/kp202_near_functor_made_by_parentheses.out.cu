// kpipe: --stages 2
// The object is made by the compiler's own constructor: zeros, as with braces.
#include <cuda_pipeline_primitives.h>

struct greater {
    float least;
    __device__ float operator()(float a, float b) const { return a > b ? a : b > least ? b : least; }
};

__global__ void largest(const float *__restrict__ x, float *out, int n)
{
    __shared__ __align__(16) float kp_part[2][256];
    const int t = threadIdx.x;
    float best = 0;

    // kpipe: part in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 256 && reinterpret_cast<size_t>(x) % 16 == 0;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &part = kp_part[kp_stage];
            {
                const unsigned int kp_v = threadIdx.x;
                if (kp_v < 64 && __activemask()) { // true: to keep a branch
                    const unsigned int kp_x = kp_v * 4;
                    const int t = kp_x;
                    __pipeline_memcpy_async(&part[t], &x[k + t], sizeof(float4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &part = kp_part[kp_stage];
            for (int j = 0; j < 256; j++)
                best = greater()(best, part[j] + part[(j + t) % 256]);
        };
        {
            int k = 0;
            if (k < n) {
                int kp_stage = 0;
                kp_load(k, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (k += 256; k < n; k += 256) {
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
        auto &part = kp_part[0];
        for (int k = 0; k < n; k += 256) {
            part[t] = x[k + t];
            __syncthreads();
            for (int j = 0; j < 256; j++)
                best = greater()(best, part[j] + part[(j + t) % 256]);
            __syncthreads();
        }
    }
    out[t] = best;
}

void launch(const float *x, float *out, int n)
{
    largest<<<1, 256>>>(x, out, n);
}
