// In the output a reference names the tile, whose type the template leaves open: what compute takes
// out of it in vectors are numbers, no addresses of the tile.
#include <cuda_pipeline_primitives.h>

#define FOUR(x) (*reinterpret_cast<float4 *>(&(x)))
#define FOUR_OF(x) (*reinterpret_cast<const float4 *>(&(x)))

template <int ROWS, int DEPTH>
__global__ void __launch_bounds__(64)
    rows(const float *__restrict__ a, float *__restrict__ y, int n)
{
    constexpr int kp_stages = 2 * (sizeof(float[ROWS][DEPTH])) <= 48896 ? 2 : 1;
    __shared__ struct alignas(128) { __align__(16) float as[ROWS][DEPTH]; } kp_as[kp_stages];
    const int t = threadIdx.x;
    float sum = 0.0f;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &as = kp_as[kp_stage].as;
        __pipeline_memcpy_async(&FOUR(as[t / 4][t % 4 * 4]),
                                &FOUR_OF(a[(size_t)t / 4 * n + k + t % 4 * 4]), sizeof(float4));
        __pipeline_commit();
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &as = kp_as[kp_stage].as;
        for (int i = 0; i < DEPTH; ++i) {
            __align__(16) float part[4];
            FOUR(part[0]) = FOUR(as[i][t % 4 * 4]);
            sum += part[1] * part[2];
        }
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_load(k, kp_stage);
            __pipeline_wait_prior(0);
            __syncthreads();
            for (k += DEPTH; k < n; k += DEPTH) {
                if (kp_stages > 1)
                    kp_load(k, kp_stage ^ (kp_stages - 1));
                kp_compute(kp_stage);
                if (kp_stages == 1) {
                    __syncthreads();
                    kp_load(k, kp_stage);
                }
                __pipeline_wait_prior(0);
                __syncthreads();
                kp_stage ^= kp_stages - 1;
            }
            kp_compute(kp_stage);
        }
    }
    y[blockIdx.x * 64 + t] = sum;
}
