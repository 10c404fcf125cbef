// Six elements are three vectors of two.
#include <cuda_pipeline_primitives.h>

__global__ void __launch_bounds__(256) sums(const float *__restrict__ k, float *out, int n, int d)
{
    __shared__ __align__(16) float kp_ks[2][64 * 16];
    float sum = 0.f;

    // kpipe: ks in copies of 8 bytes where these hold, else the loop as written
    const bool kp_wide = reinterpret_cast<size_t>(k) % 8 == 0;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int j, int kp_stage) __attribute__((always_inline)) {
            auto &ks = kp_ks[kp_stage];
            {
            #pragma unroll
                for (int kp_v = 0; kp_v < 3; ++kp_v) {
                    const int x = kp_v * 2;
                    __pipeline_memcpy_async(&ks[threadIdx.x % 128 * 6 + x],
                                            &k[j * 1024 + threadIdx.x % 128 * 6 + x], sizeof(float2));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &ks = kp_ks[kp_stage];
            for (int r = 0; r < 64 * 16; r++)
                sum += ks[r];
        };
        {
            int j = 0;
            if (j < n) {
                int kp_stage = 0;
                kp_load(j, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (j++; j < n; j++) {
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
        for (int j = 0; j < n; j++) {
            for (int x = 0; x < 6; x++)
                ks[threadIdx.x % 128 * 6 + x] = k[j * 1024 + threadIdx.x % 128 * 6 + x];
            __syncthreads();
            for (int r = 0; r < 64 * 16; r++)
                sum += ks[r];
            __syncthreads();
        }
    }
    out[blockIdx.x * 256 + threadIdx.x] = sum;
}

void run(const float *k, float *out, int n, int d)
{
    sums<<<16, 256>>>(k, out, n, d);
}
