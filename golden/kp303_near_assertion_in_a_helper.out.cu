// The assertion is a statement of its own: it stays in the compute phase, and the copies are inlined without it.
#include <assert.h>
#include <cuda_pipeline_primitives.h>

template <typename T>
__device__ void fill(const T *src, T *dst, const unsigned tile)
{
    const unsigned threads = blockDim.x;

    assert(tile % threads == 0);
    for (unsigned i = threadIdx.x; i < tile; i += threads)
        dst[i] = src[i];
}

__global__ void gemv(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(16) float kp_xs[2][128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    // kpipe: xs in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = reinterpret_cast<size_t>(x) % 16 == 0;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &xs = kp_xs[kp_stage];
            { // fill(), inlined
                const auto *src = x + k;
                auto &dst = xs;
                const unsigned int tile = 128;
                const unsigned threads = blockDim.x;
                {
                    for (unsigned int i = threadIdx.x * 4; i < tile; i += threads * 4) {
                        __pipeline_memcpy_async(&dst[i], &src[i], sizeof(float4));
                    }
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &xs = kp_xs[kp_stage];
            { // fill(), inlined
                const unsigned int tile = 128;
                const unsigned threads = blockDim.x;

                assert(tile % threads == 0);
            }
            for (int j = 0; j < 128; ++j)
                sum += xs[j] * (j ^ t);
        };
        {
            int k = 0;
            if (k < n) {
                int kp_stage = 0;
                kp_load(k, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (k += 128; k < n; k += 128) {
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
        auto &xs = kp_xs[0];
        for (int k = 0; k < n; k += 128) {
            { // fill(), inlined
                const auto *src = x + k;
                auto &dst = xs;
                const unsigned int tile = 128;
                const unsigned threads = blockDim.x;

                assert(tile % threads == 0);
                for (unsigned i = threadIdx.x; i < tile; i += threads)
                    dst[i] = src[i];
            }
            __syncthreads();
            for (int j = 0; j < 128; ++j)
                sum += xs[j] * (j ^ t);
            __syncthreads();
        }
    }
    y[blockIdx.x * 128 + t] = sum;
}

void run(const float *x, float *y, int n) { gemv<<<8, 128>>>(x, y, n); }
