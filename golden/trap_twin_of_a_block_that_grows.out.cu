// How large the block is does not follow from its initialiser: the twin is not bound to that.
#include <cuda_pipeline_primitives.h>

#define TILE 128

// kpipe 0.1.0: pipelined as kp_pipelined::sums (launches that this file does not show still come here)
__global__ void sums(const float *__restrict__ A, float *__restrict__ y, int n)
{
    extern __shared__ float As[];
    const int t = threadIdx.x;
    float acc = 0.0f;

    for (int k = 0; k < n; k += TILE) {
        if (t < TILE)
            As[t] = A[k + t];
        __syncthreads();
        for (int i = 0; i < TILE; i++)
            acc += As[i] * t;
        __syncthreads();
    }
    y[t] = acc;
}

namespace kp_pipelined
{
static __global__ void sums(const float *__restrict__ A, float *__restrict__ y, int n)
{
    extern __shared__ float As[];
    const int t = threadIdx.x;
    float acc = 0.0f;

    // kpipe: As in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 128 && reinterpret_cast<size_t>(As) % 16 == 0 &&
        reinterpret_cast<size_t>(A) % 16 == 0;
    static_assert(TILE == 128, "kpipe: TILE has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        unsigned kp_stride; // bytes of one stage
        asm("mov.u32 %0, %%dynamic_smem_size;" : "=r"(kp_stride));
        kp_stride = kp_stride / 2 / 128 * 128;
        auto kp_As = As;
        auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto As = (decltype(kp_As))((char *)kp_As + kp_stage * kp_stride);
            {
                const unsigned int kp_v = threadIdx.x;
                if (kp_v < 32) {
                    const unsigned int kp_x = kp_v * 4;
                    const int t = kp_x;
                    if (t < TILE)
                        __pipeline_memcpy_async(&As[t], &A[k + t], sizeof(float4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto As = (decltype(kp_As))((char *)kp_As + kp_stage * kp_stride);
            for (int i = 0; i < TILE; i++)
                acc += As[i] * t;
        };
        {
            int k = 0;
            if (k < n) {
                int kp_stage = 0;
                kp_load(k, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (k += TILE; k < n; k += TILE) {
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
        for (int k = 0; k < n; k += TILE) {
            if (t < TILE)
                As[t] = A[k + t];
            __syncthreads();
            for (int i = 0; i < TILE; i++)
                acc += As[i] * t;
            __syncthreads();
        }
    }
    y[t] = acc;
}
} // namespace kp_pipelined

void suggested(int *threads);

void launch(const float *A, float *y, int n)
{
    int threads = 128;
    suggested(&threads);
    kp_pipelined::sums<<<1, threads, 2 * (TILE * sizeof(float))>>>(A, y, n);
}
