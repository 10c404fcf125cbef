// kpipe: --alone load --shape late-ring
// The ring's own loop keeps its state; a barrier of the compute phase goes with it.
#include <cuda_pipeline_primitives.h>

static __global__ void sums(const float *__restrict__ A, float *__restrict__ out, int n)
{
    extern __shared__ float tile[];
    __shared__ float part[256];
    const int t = threadIdx.x;
    float acc = 0.f;

    // kpipe: tile in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 256 && reinterpret_cast<size_t>(tile) % 16 == 0 &&
        reinterpret_cast<size_t>(A) % 16 == 0;
    // kpipe 0.1.0: NOT THE KERNEL: load alone, cp.async, 3 stages (to measure by; revert this change to undo)
    if (kp_wide) {
        unsigned kp_stride; // bytes of one stage
        asm("mov.u32 %0, %%dynamic_smem_size;" : "=r"(kp_stride));
        kp_stride = kp_stride / 3 / 128 * 128;
        auto kp_tile = tile;
        auto kp_load = [&, i = 0](int kp_stage) mutable __attribute__((always_inline)) {
            auto tile = (decltype(kp_tile))((char *)kp_tile + kp_stage * kp_stride);
            if (i < n) {
                {
                    const unsigned int kp_v = threadIdx.x;
                    if (kp_v < 64 && __activemask()) { // true: to keep a branch
                        const unsigned int kp_x = kp_v * 4;
                        const int t = kp_x;
                        __pipeline_memcpy_async(&tile[t], &A[i + t], sizeof(float4));
                    }
                }
                i += 256;
            }
            __pipeline_commit();
        };
        kp_load(0);
        kp_load(1);
        int kp_stage = 0, kp_next = 2;
        for (int i = 0; i < n; i += 256) {
            __pipeline_wait_prior(1);
            __syncthreads();
            auto tile = (decltype(kp_tile))((char *)kp_tile + kp_stage * kp_stride);
            asm volatile("" ::"l"(&tile[0]) : "memory");
            kp_load(kp_next);
            kp_next = kp_stage;
            kp_stage = kp_stage + 1 < 3 ? kp_stage + 1 : 0;
        }
    } else { // kpipe: as written
        for (int i = 0; i < n; i += 256) {
            tile[t] = A[i + t];
            __syncthreads();
            part[t] = tile[t] * tile[255 - t];
            __syncthreads();
            acc += part[255 - t];
            __syncthreads();
        }
    }
    out[t] = acc;
}

void launch(const float *A, float *out, int n)
{
    sums<<<1, 256, 3 * 1024>>>(A, out, n);
}
