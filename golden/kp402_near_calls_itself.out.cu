// kpipe: --stages 2
// Nothing in sight is assembly, however deep the calls go.
#include <cuda_pipeline_primitives.h>

#define T 128
static __device__ int halves(int n)
{
    return n < 2 ? 0 : 1 + halves(n / 2);
}
__global__ void __launch_bounds__(T) sums(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(16) float kp_s[2][T];
    float sum = halves(n);
    // kpipe: s in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 128 && reinterpret_cast<size_t>(x) % 16 == 0;
    if (kp_wide) // others copy what a thread had to itself
        __syncthreads();
    static_assert(T == 128, "kpipe: T has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &s = kp_s[kp_stage];
            {
                const unsigned int kp_v = threadIdx.x;
                if (kp_v < 32) {
                    const unsigned int kp_x = kp_v * 4;
                    __pipeline_memcpy_async(&s[kp_x], &x[k + kp_x], sizeof(float4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &s = kp_s[kp_stage];
            for (int j = 0; j < T; ++j)
                sum += s[j] * (j + threadIdx.x);
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
            }
        }
    } else { // kpipe: as written
        auto &s = kp_s[0];
        for (int k = 0; k < n; k += T) {
            s[threadIdx.x] = x[k + threadIdx.x];
            __syncthreads();
            for (int j = 0; j < T; ++j)
                sum += s[j] * (j + threadIdx.x);
            __syncthreads();
        }
    }
    y[blockIdx.x * T + threadIdx.x] = sum;
}
void run(const float *x, float *y, int n) { sums<<<n / T, T>>>(x, y, n); }
