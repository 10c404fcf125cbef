// What is stored in front of the loop is not what it copies.
#include <cuda_pipeline_primitives.h>

#define T 128
__global__ void sums(const float *__restrict__ x, float *__restrict__ out, float *__restrict__ y, int n)
{
    __shared__ __align__(16) float kp_xs[2][T];
    __shared__ float ws[T];
    float acc = 0;
    out[threadIdx.x + blockIdx.x * T] = 1;
    ws[threadIdx.x] = 2;
    // kpipe: xs in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 128 && reinterpret_cast<size_t>(x) % 16 == 0;
    static_assert(T == 128, "kpipe: T has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &xs = kp_xs[kp_stage];
            {
                const unsigned int kp_v = threadIdx.x;
                if (kp_v < 32 && __activemask()) { // true: to keep a branch
                    const unsigned int kp_x = kp_v * 4;
                    __pipeline_memcpy_async(&xs[kp_x], &x[k + kp_x], sizeof(float4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &xs = kp_xs[kp_stage];
            for (int j = 0; j < T; ++j)
                acc += xs[j] * (j + threadIdx.x);
        };
        {
            int k = 0;
            if (k < n) {
                int kp_stage = 0;
                kp_load(k, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (k += T; k < n; k += T) {
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
        auto &xs = kp_xs[0];
        for (int k = 0; k < n; k += T) {
            xs[threadIdx.x] = x[k + threadIdx.x];
            __syncthreads();
            for (int j = 0; j < T; ++j)
                acc += xs[j] * (j + threadIdx.x);
            __syncthreads();
        }
    }
    acc += ws[threadIdx.x];
    y[blockIdx.x * T + threadIdx.x] = acc;
}
void run(float *b, const float *x, float *y, int n, int m) { sums<<<m / T, T>>>(x, b, y, n); }
