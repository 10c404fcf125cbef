// The host's pass takes the branch of older GPUs, which leaves nothing behind.
#include <cuda_pipeline_primitives.h>

__global__ void dots(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(16) float kp_tile[2][128];
    const int t = threadIdx.x;
    const float *from = x;

#if __CUDA_ARCH__ >= 750
#else
    from = y;
#endif
    // kpipe: tile in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 128 && reinterpret_cast<size_t>(from) % 16 == 0;
    #if (defined(__CUDA_ARCH__) || !defined(__CUDACC__)) && (!(__CUDA_ARCH__ >= 750))
    #error "kpipe: not the build that this was made for: run kpipe again"
    #endif
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int i, int kp_stage) __attribute__((always_inline)) {
            auto &tile = kp_tile[kp_stage];
            {
                const unsigned int kp_v = threadIdx.x;
                if (kp_v < 32 && __activemask()) { // true: to keep a branch
                    const unsigned int kp_x = kp_v * 4;
                    const int t = kp_x;
                    __pipeline_memcpy_async(&tile[t], &from[i + t], sizeof(float4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int i, int kp_stage) __attribute__((always_inline)) {
            auto &tile = kp_tile[kp_stage];
            float sum = 0;
            for (int j = 0; j < 128; ++j)
                sum += tile[j] * tile[127 - j];
            y[i + t] = sum;
        };
        {
            int i = 0;
            if (i < n) {
                int kp_stage = 0;
                kp_load(i, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                int kp_i = i;
                for (i += 128; i < n; i += 128) {
                    kp_load(i, kp_stage ^ 1);
                    kp_compute(kp_i, kp_stage);
                    __pipeline_wait_prior(0);
                    __syncthreads();
                    kp_i = i;
                    kp_stage ^= 1;
                }
                kp_compute(kp_i, kp_stage);
            }
        }
    } else { // kpipe: as written
        auto &tile = kp_tile[0];
        for (int i = 0; i < n; i += 128) {
            float sum = 0;

            tile[t] = from[i + t];
            __syncthreads();
            for (int j = 0; j < 128; ++j)
                sum += tile[j] * tile[127 - j];
            y[i + t] = sum;
            __syncthreads();
        }
    }
}

void launch(const float *x, float *y, int n)
{
    dots<<<1, 128>>>(x, y, n);
}
