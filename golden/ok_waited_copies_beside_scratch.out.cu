// Asynchronous copies fill one part of a buffer; what is computed goes to the other.
#include <cuda_pipeline.h>
__global__ void __launch_bounds__(64) k(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(16) float kp_buffer[2][320];
    auto &buffer = kp_buffer[0];
    float *s = buffer, *sums = buffer + 256;
    const int t = threadIdx.x;
    float acc = 0.0f;

    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_s = s;
    auto kp_load = [&](int i, int kp_stage) __attribute__((always_inline)) {
        auto s = (decltype(kp_s))((char *)kp_s + kp_stage * sizeof(kp_buffer[0]));
        __pipeline_memcpy_async(&s[4 * t], &x[i + 4 * t], 16);
        __pipeline_commit();
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto s = (decltype(kp_s))((char *)kp_s + kp_stage * sizeof(kp_buffer[0]));
        for (int j = 0; j < 256; ++j)
            acc += s[j] * (j + t);
        sums[t] = acc;
        __syncthreads();
        acc += sums[t ^ 1];
    };
    {
        int i = 0;
        if (i < n) {
            int kp_stage = 0;
            kp_load(i, kp_stage);
            __pipeline_wait_prior(0);
            __syncthreads();
            for (i += 256; i < n; i += 256) {
                kp_load(i, kp_stage ^ 1);
                kp_compute(kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    y[blockIdx.x * 64 + t] = acc;
}
void run(const float *x, float *y, int n) { k<<<8, 64>>>(x, y, n); }
