// kpipe: --arch sm_90
// The loop stands in a function, of which all callers are in sight: both kernels come with all
// their threads, one of them twice, where a barrier parts the copies of the second call from what
// the first one read.
#include <cuda_pipeline_primitives.h>

static __device__ float rows(const float *__restrict__ a, int n)
{
    __shared__ __align__(16) float kp_s[2][64][32];
    const int tid = threadIdx.x;
    float sum = 0.0f;

    // kpipe: s in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 256 && n % 4 == 0 &&
        reinterpret_cast<size_t>(a) % 16 == 0;
    if (kp_wide) // others copy what a thread had to itself
        __syncthreads();
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int k0, int kp_stage) __attribute__((always_inline)) {
            auto &s = kp_s[kp_stage];
            {
            #pragma unroll
                for (int kp_v = 0; kp_v < 2; ++kp_v) {
                    const int i = (tid + kp_v * 256) * 4;
                    __pipeline_memcpy_async(&s[i / 32][i % 32], &a[(i / 32) * n + k0 + i % 32],
                                            sizeof(float4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &s = kp_s[kp_stage];
            for (int j = 0; j < 32; ++j)
                sum += s[tid % 64][j];
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
                __syncthreads();
            }
        }
    } else { // kpipe: as written
        auto &s = kp_s[0];
        for (int k0 = 0; k0 < n; k0 += 32) {
            for (int i = tid; i < 64 * 32; i += 256)
                s[i / 32][i % 32] = a[(i / 32) * n + k0 + i % 32];
            __syncthreads();
            for (int j = 0; j < 32; ++j)
                sum += s[tid % 64][j];
            __syncthreads();
        }
    }
    return sum;
}

__global__ void once(const float *a, float *out, int n)
{
    out[blockIdx.x * 256 + threadIdx.x] = rows(a + blockIdx.x * 64 * n, n);
}

__global__ void twice(const float *a, const float *b, float *out, int n)
{
    float sum = 0.0f;

    if (n > 0)
        sum = rows(a, n);
    if (b != nullptr)
        sum += rows(b, n);
    out[blockIdx.x * 256 + threadIdx.x] = sum;
}
