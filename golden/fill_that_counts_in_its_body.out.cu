// The loops that fill the tiles count in their bodies: they are loops with headers.
#include <cuda_pipeline_primitives.h>

template <int T>
__global__ void sums(int n, const float *__restrict__ x, const float *__restrict__ w, float *__restrict__ y)
{
    __shared__ struct alignas(128) { __align__(16) float tile[T]; } kp_tile[2];
    __shared__ struct alignas(128) { __align__(16) float weights[T]; } kp_weights[2];
    int k = 0, at;

    // kpipe: tile, weights in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 64 && T % 4 == 0 && k % 4 == 0 && n % 4 == 0 &&
        reinterpret_cast<size_t>(x) % 16 == 0 && reinterpret_cast<size_t>(w) % 16 == 0;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int kp_stage) __attribute__((always_inline)) {
            auto &tile = kp_tile[kp_stage].tile;
            auto &weights = kp_weights[kp_stage].weights;
            {
                for (int i = threadIdx.x * 4; i < T; i += 64 * 4) {
                    if (k + i < n)
                        __pipeline_memcpy_async(&tile[i], &x[k + i], sizeof(float4));
                    else
                        *reinterpret_cast<float4 *>(&tile[i]) = make_float4(0, 0, 0, 0);
                }
            }
            {
                for (int at = threadIdx.x * 4; at < T; at += blockDim.x * 4) {
                    if (k + at < n)
                        __pipeline_memcpy_async(&weights[at], &w[k + at], sizeof(float4));
                    else
                        *reinterpret_cast<float4 *>(&weights[at]) = make_float4(0, 0, 0, 0);
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &tile = kp_tile[kp_stage].tile;
            auto &weights = kp_weights[kp_stage].weights;
            float sum = 0;
            for (int j = 0; j < T; j++)
                sum += tile[j] * weights[T - 1 - j];
            if (k + threadIdx.x < n)
                y[k + threadIdx.x] = sum;
        };
        if (k < n) {
            int kp_stage = 0;
            kp_load(kp_stage);
            __pipeline_wait_prior(0);
            __syncthreads();
            int kp_k = k;
            for (k += T; k < n; k += T) {
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
        auto &weights = kp_weights[0].weights;
        for (; k < n; k += T) {
            for (int i = threadIdx.x; i < T; i += 64) {
                tile[i] = k + i < n ? x[k + i] : 0;
            }
            for (at = threadIdx.x; at < T; at += blockDim.x) {
                if (k + at < n)
                    weights[at] = w[k + at];
                else
                    weights[at] = 0;
            }
            __syncthreads();
            float sum = 0;
            for (int j = 0; j < T; j++)
                sum += tile[j] * weights[T - 1 - j];
            if (k + threadIdx.x < n)
                y[k + threadIdx.x] = sum;
            __syncthreads();
        }
    }
}

void launch(int n, const float *x, const float *w, float *y)
{
    sums<256><<<4, 64>>>(n, x, w, y);
}
