// Of an instance's arguments some have no name, and a scoped enumerator is no number.
#include <cuda_pipeline.h>

enum class Way { straight, crossed };
template <int N, int, Way W>
__global__ void gemv(const float *__restrict__ A, const float *__restrict__ x,
                     float *__restrict__ y, int n)
{
    __shared__ __align__(128) float kp_xs[2][128];
    const int t = threadIdx.x;
    const int row = blockIdx.x * 128 + t;
    float sum = 0.0f;

    static_assert(static_cast<long long>(Way::crossed) == 1 &&
                  N == 1 && static_cast<long long>(W) == 1,
                  "kpipe: Way::crossed or N or W has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        for (int i = 0; i < N; ++i)
            __pipeline_memcpy_async(&xs[(t * N + i) ^ (W == Way::crossed ? 1 : 0)],
                                    &x[k + t * N + i], 4);
        __pipeline_commit();
    };
    auto kp_compute = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        for (int j = 0; j < 128; ++j)
            sum += A[(k + j) * n + row] * xs[j];
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
    y[row] = sum;
}

void run(const float *A, const float *x, float *y, int n)
{
    gemv<1, 4, Way::crossed><<<n / 128, 128>>>(A, x, y, n);
}
