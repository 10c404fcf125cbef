// kpipe: --variant cp-async
// The names of the first kernel's tile move into its loop, whatever becomes of the second kernel's.
#include <cuda_pipeline_primitives.h>

__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ __align__(16) float kp_tile[2][256];
    const int t = threadIdx.x;
    float acc = 0;

    // kpipe: tile in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 64 && reinterpret_cast<size_t>(A) % 16 == 0;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &tile = kp_tile[kp_stage];
            float(&same)[256] = tile;
            {
                const unsigned int kp_v = threadIdx.x;
                const unsigned int kp_x = kp_v % 16 * 4;
                const int t = kp_x;
            #pragma unroll
                for (int i = static_cast<int>(kp_v / 16); i < 4; i += 4) {
                    __pipeline_memcpy_async(&same[t + i * 64], &A[k * 256 + t + i * 64],
                                            sizeof(float4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &tile = kp_tile[kp_stage];
            float(&same)[256] = tile;
            acc += same[(t * 3 + 5) % 256];
        };
        {
            int k = 0;
            if (k < n) {
                int kp_stage = 0;
                kp_load(k, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (k++; k < n; k++) {
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
        auto &tile = kp_tile[0];
        for (int k = 0; k < n; k++) {
            float(&same)[256] = tile;
            for (int i = 0; i < 4; i++)
                same[t + i * 64] = A[k * 256 + t + i * 64];
            __syncthreads();
            acc += same[(t * 3 + 5) % 256];
            __syncthreads();
        }
    }
    C[blockIdx.x * 64 + t] = acc;
}

__global__ void products(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int n)
{
    __shared__ float a[4096], b[4096];
    const int t = threadIdx.x;
    float acc = 0;

    for (int k = 0; k < n; k++) {
        for (int i = 0; i < 64; i++)
            a[t + i * 64] = A[k * 4096 + t + i * 64];
        for (int i = 0; i < 64; i++)
            b[t + i * 64] = B[k * 4096 + t + i * 64];
        __syncthreads();
        for (int i = 0; i < 64; i++)
            acc += a[t * 64 + i] * b[t * 64 + i];
        __syncthreads();
    }
    C[blockIdx.x * 64 + t] = acc;
}
