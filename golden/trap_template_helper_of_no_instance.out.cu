// The helper changes what the next tile is loaded from, in no instance that there is: the output says so.
#include <cuda_pipeline_primitives.h>

template <int W> __device__ float weight(const float *w, float *x, int j)
{
    if constexpr (W == 4)
        x[j] = 0.0f;
    return w[j] * W;
}

template <int W>
__global__ void product(float *__restrict__ x, const float *__restrict__ w, float *__restrict__ y, int n)
{
    __shared__ __align__(16) float kp_s[2][128];
    float acc = 0;

    // kpipe: s in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 128 && reinterpret_cast<size_t>(x) % 16 == 0;
    static_assert(W == 2, "kpipe: W has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &s = kp_s[kp_stage];
            {
                const unsigned int kp_v = threadIdx.x;
                if (kp_v < 32 && __activemask()) { // true: to keep a branch
                    const unsigned int kp_x = kp_v * 4;
                    __pipeline_memcpy_async(&s[kp_x], &x[k + kp_x], sizeof(float4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &s = kp_s[kp_stage];
            for (int j = 0; j < 128; ++j)
                acc += s[j] * weight<W>(w, x, j);
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
                __syncthreads();
            }
        }
    } else { // kpipe: as written
        auto &s = kp_s[0];
        for (int k = 0; k < n; k += 128) {
            s[threadIdx.x] = x[k + threadIdx.x];
            __syncthreads();
            for (int j = 0; j < 128; ++j)
                acc += s[j] * weight<W>(w, x, j);
            __syncthreads();
        }
    }
    y[blockIdx.x * 128 + threadIdx.x] = acc;
}

void launch(float *__restrict__ x, const float *__restrict__ w, float *__restrict__ y, int n)
{
    product<2><<<8, 128>>>(x, w, y, n);

}
