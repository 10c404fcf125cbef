// kpipe: --stages 2
// Instances of 12 KB and 8 KB: with two buffers each, 40 KB.
#include <cuda_pipeline_primitives.h>

template <int N> __device__ void part(const float *__restrict__ x, float *y, int n)
{
    __shared__ struct alignas(128) { float tile[N]; } kp_tile[2];
    const int t = threadIdx.x;
    float sum = 0.0f;

    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage].tile;
        for (int i = t; i < N; i += 128)
            __pipeline_memcpy_async(&tile[i], &x[k + i], sizeof(float));
        __pipeline_commit();
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage].tile;
        for (int j = 0; j < N; ++j)
            sum += tile[j ^ t];
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_load(k, kp_stage);
            __pipeline_wait_prior(0);
            __syncthreads();
            for (k += N; k < n; k += N) {
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
    y[blockIdx.x * 128 + t] += sum;
}

__global__ void sums(const float *__restrict__ x, float *y, int n)
{
    part<3072>(x, y, n);
    part<2048>(x, y, n);
}
