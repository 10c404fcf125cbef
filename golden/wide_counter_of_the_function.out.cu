// kpipe: --stages 2
// Counters that are declared at the head of the function, in C style, and a function that returns
// the thread's index: the same loop as with `for (int i = threadIdx.x; ..`.
#include <cuda_pipeline_primitives.h>

__device__ __forceinline__ int thread_id() { return threadIdx.x; }

__global__ void __launch_bounds__(256) kern(const float *__restrict__ a, float *out, int n)
{
    __shared__ __align__(16) float kp_as[2][16 * 64];
    const int tid = thread_id();
    int i, j;
    float s = 0.f;

    // kpipe: as in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 256 && reinterpret_cast<size_t>(a) % 16 == 0;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &as = kp_as[kp_stage];
            {
                const int i = tid * 4;
                __pipeline_memcpy_async(&as[i], &a[k + i], sizeof(float4));
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &as = kp_as[kp_stage];
            for (j = 0; j < 1024; j++)
                s += as[j] * float(j ^ tid);
        };
        {
            int k = 0;
            if (k < n) {
                int kp_stage = 0;
                kp_load(k, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (k += 1024; k < n; k += 1024) {
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
        auto &as = kp_as[0];
        for (int k = 0; k < n; k += 1024) {
            for (i = tid; i < 16 * 64; i += 256)
                as[i] = a[k + i];
            __syncthreads();
            for (j = 0; j < 1024; j++)
                s += as[j] * float(j ^ tid);
            __syncthreads();
        }
    }
    for (i = 0; i < 4; i++)
        s += float(i);
    out[blockIdx.x * 256 + tid] = s;
}
