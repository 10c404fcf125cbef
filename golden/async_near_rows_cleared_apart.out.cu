// Rows are copied or cleared, by loops of their own that count alike: where one row is copied, another one is cleared.
#include <cuda_pipeline_primitives.h>

__global__ void __launch_bounds__(256) sums(const float *__restrict__ k, float *out, int n, int d)
{
    __shared__ __align__(16) float kp_ks[2][64][64];
    float sum = 0.f;

    // kpipe: ks in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = d % 4 == 0 && reinterpret_cast<size_t>(k) % 16 == 0;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int j, int kp_stage) __attribute__((always_inline)) {
            auto &ks = kp_ks[kp_stage];
            for (int r = threadIdx.x / 16; r < 64; r += 16) {
                const float *from = k + (j + r) * d + threadIdx.x % 16 * 4;

                if (j + r < n)
                    {
                        const int x = 0;
                        __pipeline_memcpy_async(&ks[r][threadIdx.x % 16 * 4 + x], &from[x],
                                                sizeof(float4));
                    }
                else
                    {
                        const int y = 0;
                        *reinterpret_cast<float4 *>(&ks[r][threadIdx.x % 16 * 4 + y]) =
                            make_float4(0, 0, 0, 0);
                    }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &ks = kp_ks[kp_stage];
            for (int r = 0; r < 64; r++)
                sum += ks[r][threadIdx.x % 64];
        };
        {
            int j = 0;
            if (j < n) {
                int kp_stage = 0;
                kp_load(j, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (j += 64; j < n; j += 64) {
                    kp_load(j, kp_stage ^ 1);
                    kp_compute(kp_stage);
                    __pipeline_wait_prior(0);
                    __syncthreads();
                    kp_stage ^= 1;
                }
                kp_compute(kp_stage);
            }
        }
    } else { // kpipe: as written
        auto &ks = kp_ks[0];
        for (int j = 0; j < n; j += 64) {
            for (int r = threadIdx.x / 16; r < 64; r += 16) {
                const float *from = k + (j + r) * d + threadIdx.x % 16 * 4;

                if (j + r < n)
                    for (int x = 0; x < 4; x++)
                        ks[r][threadIdx.x % 16 * 4 + x] = from[x];
                else
                    for (int y = 0; y < 4; y++)
                        ks[r][threadIdx.x % 16 * 4 + y] = 0.f;
            }
            __syncthreads();
            for (int r = 0; r < 64; r++)
                sum += ks[r][threadIdx.x % 64];
            __syncthreads();
        }
    }
    out[blockIdx.x * 256 + threadIdx.x] = sum;
}

void run(const float *k, float *out, int n, int d)
{
    sums<<<16, 256>>>(k, out, n, d);
}
