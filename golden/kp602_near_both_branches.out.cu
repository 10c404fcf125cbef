// Either branch gives a loop that may be pipelined, and the same output around it.
#include <cuda_pipeline_primitives.h>

__global__ void dots(const int *__restrict__ A, const int *__restrict__ x, int *__restrict__ y,
                     int n)
{
    __shared__ __align__(128) int kp_xs[2][128];
    const int t = threadIdx.x;
    const int row = blockIdx.x * 128 + t;
    int sum = 0;

    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        __pipeline_memcpy_async(&xs[t], &x[k + t], sizeof(int));
        __pipeline_commit();
    };
    auto kp_compute = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        for (int j = 0; j < 128; ++j) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 610
            sum = __dp4a(A[(k + j) * n + row], xs[j], sum);
#else
            for (int b = 0; b < 32; b += 8)
                sum += static_cast<signed char>(A[(k + j) * n + row] >> b) *
                       static_cast<signed char>(xs[j] >> b);
#endif
        }
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_load(k, kp_stage);
            __pipeline_wait_prior(0);
            __syncthreads();
            int kp_k = k;
            for (k += 128; k < n; k += 128) {
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
#ifdef ADD_BIAS
    sum += A[row];
#endif
    y[row] = sum;
}
