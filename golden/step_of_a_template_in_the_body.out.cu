// The step stands in the body and is made of a template's number: it is the header's.
#include <cuda_pipeline_primitives.h>

template <int T>
__global__ void rows(int n, const float *__restrict__ x, float *__restrict__ y)
{
    __shared__ struct alignas(128) { __align__(16) float tile[T]; } kp_tile[2];
    float sum = 0;
    int k = T * blockIdx.x;

    // kpipe: tile in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 256 && T % 4 == 0 && k % 4 == 0 && n % 4 == 0 &&
        reinterpret_cast<size_t>(x) % 16 == 0;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int kp_stage) __attribute__((always_inline)) {
            auto &tile = kp_tile[kp_stage].tile;
            {
                const unsigned int kp_v = threadIdx.x;
                if (kp_v < 64) {
                    const unsigned int kp_x = kp_v * 4;
                    if (k + (int)kp_x < n)
                        __pipeline_memcpy_async(&tile[kp_x], &x[k + kp_x], sizeof(float4));
                    else
                        *reinterpret_cast<float4 *>(&tile[kp_x]) = make_float4(0, 0, 0, 0);
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &tile = kp_tile[kp_stage].tile;
            for (int i = 0; i < T; i++)
                sum += k + i < n ? tile[i] : 0;
        };
        if (k < n) {
            int kp_stage = 0;
            kp_load(kp_stage);
            __pipeline_wait_prior(0);
            __syncthreads();
            int kp_k = k;
            for (k += T * gridDim.x; k < n; k += T * gridDim.x) {
                kp_load(kp_stage ^ 1);
                kp_compute(kp_k, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                kp_k = k;
                kp_stage ^= 1;
            }
            kp_compute(kp_k, kp_stage);
        }
    } else { // kpipe: as written
        auto &tile = kp_tile[0].tile;
        for (; k < n; k += T * gridDim.x) {
            tile[threadIdx.x] = k + (int)threadIdx.x < n ? x[k + threadIdx.x] : 0;
            __syncthreads();
            for (int i = 0; i < T; i++)
                sum += k + i < n ? tile[i] : 0;
            __syncthreads();
        }
    }
    y[blockIdx.x * T + threadIdx.x] = sum;
}

void launch(int n, const float *x, float *y)
{
    rows<256><<<4, 256>>>(n, x, y);
}
