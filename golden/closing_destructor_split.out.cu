// The specialisation has a destructor, which runs behind the loop and stores what compute reads.
#include <cuda_pipeline_primitives.h>

#define T 128
template <class V> struct Epi {
    V *ws, *y, v;
};
template <> struct Epi<float> {
    float *ws, *y, v;
    __device__ ~Epi()
    {
        ws[threadIdx.x] = v;
        __syncthreads();
        y[blockIdx.x * T + threadIdx.x] = ws[T - 1 - threadIdx.x];
    }
};
__global__ void sums(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(16) float kp_xs[2][T];
    __shared__ float ws[T];
    ws[threadIdx.x] = threadIdx.x;
    __syncthreads();
    Epi<float> e{ws, y, 0};
    float acc = 0;
    // kpipe: xs in copies of 16 bytes where these hold, else as written
    const bool kp_wide = blockDim.x == 128 && reinterpret_cast<size_t>(x) % 16 == 0;
    static_assert(T == 128, "kpipe: T has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        if (kp_wide) {
            const unsigned int kp_v = threadIdx.x;
            if (kp_v < 32) {
                const unsigned int kp_x = kp_v * 4;
                __pipeline_memcpy_async(&xs[kp_x], &x[k + kp_x], sizeof(float4));
            }
        } else
            __pipeline_memcpy_async(&xs[threadIdx.x], &x[k + threadIdx.x], sizeof(float));
        __pipeline_commit();
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        for (int j = 0; j < T; ++j)
            acc += xs[j] * ws[(j + threadIdx.x) % T];
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
    e.v = acc;
}
void run(const float *x, float *y, int n, int m) { sums<<<m / T, T>>>(x, y, n); }
