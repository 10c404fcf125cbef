// kpipe: --stages 2
// The row that the reference means begins at no multiple of sixteen bytes.
#include <cuda_pipeline_primitives.h>

__global__ void __launch_bounds__(256) sums(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ struct alignas(128) { float as[2][1025]; } kp_as[2];
    const int t = threadIdx.x;
    float sum = 0;

    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &as = kp_as[kp_stage].as;
        {
            float (&row)[1025] = as[1];
            for (int i = t; i < 1024; i += 256)
                __pipeline_memcpy_async(&row[i], &A[k + i], sizeof(float));
        }
        __pipeline_commit();
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &as = kp_as[kp_stage].as;
        for (int j = 0; j < 1024; j++)
            sum += as[1][j] * as[1][1023 - j];
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_load(k, kp_stage);
            __pipeline_wait_prior(0);
            __syncthreads();
            for (k += 1024; k < n; k += 1024) {
                kp_load(k, kp_stage ^ 1);
                kp_compute(kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    C[t] = sum;
}

void run(const float *A, float *C, int n)
{
    sums<<<1, 256>>>(A, C, n);
}
