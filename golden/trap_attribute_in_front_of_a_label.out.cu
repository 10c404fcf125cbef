// kpipe: --arch sm_90 --stages 2
// What stands in front of the label is not run on the way to the launch.
#include <cuda_runtime.h>
#include <cuda_pipeline_primitives.h>

static __global__ void __launch_bounds__(256) gemv(const float *__restrict__ A, const float *__restrict__ x, float *__restrict__ y, int K)
{
    extern __shared__ float xs[];
    const int t = threadIdx.x;
    float sum = 0;
    // kpipe: xs in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 256 && reinterpret_cast<size_t>(xs) % 16 == 0 &&
        reinterpret_cast<size_t>(x) % 16 == 0;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        constexpr unsigned kp_stride = 1024; // bytes of one stage, of 2
        auto kp_xs = xs;
        auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto xs = (decltype(kp_xs))((char *)kp_xs + kp_stage * kp_stride);
            {
                const unsigned int kp_v = threadIdx.x;
                if (kp_v < 64 && __activemask()) { // true: to keep a branch
                    const unsigned int kp_x = kp_v * 4;
                    const int t = kp_x;
                    __pipeline_memcpy_async(&xs[t], &x[k + t], sizeof(float4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto xs = (decltype(kp_xs))((char *)kp_xs + kp_stage * kp_stride);
            for (int j = 0; j < 256; ++j) sum += A[(size_t)(k + j) * 256 + t] * xs[j];
        };
        {
            int k = 0;
            if (k < K) {
                int kp_stage = 0;
                kp_load(k, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                int kp_k = k;
                for (k += 256; k < K; k += 256) {
                    kp_load(k, kp_stage ^ 1);
                    kp_compute(kp_k, kp_stage);
                    __pipeline_wait_prior(0);
                    __syncthreads();
                    kp_k = k;
                    kp_stage ^= 1;
                }
                kp_compute(kp_k, kp_stage);
                __syncthreads();
            }
        }
    } else { // kpipe: as written
        for (int k = 0; k < K; k += 256) {
            xs[t] = x[k + t];
            __syncthreads();
            for (int j = 0; j < 256; ++j) sum += A[(size_t)(k + j) * 256 + t] * xs[j];
            __syncthreads();
        }
    }
    y[blockIdx.x * 256 + t] = sum;
}

void launch(const float *A, const float *x, float *y, int K, int blocks, int bytes)
{
    switch (blocks) {
    case 0: K++;
    case 1: gemv<<<blocks, 256, 40000 + 1024>>>(A, x, y, K);
    }
}
