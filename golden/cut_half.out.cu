// How often a thread goes round hangs on the launch, and nobody knows it: what is not in registers is
// loaded where it is stored.
#include <cuda_fp16.h>

__global__ void gemv(const half *__restrict__ A, const half *__restrict__ x, float *__restrict__ y,
                     int n, int rows)
{
    __shared__ __align__(128) float kp_xs[2][256];
    float sum = 0.0f;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    half kp_r0[2];
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        memset(kp_r0, 0, sizeof(kp_r0));
        #pragma unroll
        for (int i = threadIdx.x, kp_i = 0; kp_i < 2 && i < 256; i += blockDim.x, ++kp_i)
            kp_r0[kp_i] = x[k + i];
    };
    auto kp_compute = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        for (int j = 0; j < 256; ++j)
            sum += __half2float(A[(k + j) * rows + blockIdx.x]) * xs[j];
    };
    auto kp_store = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        {
            int i = threadIdx.x;
            #pragma unroll
            for (int kp_i = 0; kp_i < 2 && i < 256; i += blockDim.x, ++kp_i)
                xs[i] = __half2float(kp_r0[kp_i]);
            for (; i < 256; i += blockDim.x)
                xs[i] = __half2float(x[k + i]);
        }
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(k, kp_stage);
            __syncthreads();
            int kp_k = k;
            for (k += 256; k < n; k += 256) {
                kp_fetch(k);
                kp_compute(kp_k, kp_stage);
                kp_store(k, kp_stage ^ 1);
                __syncthreads();
                kp_k = k;
                kp_stage ^= 1;
            }
            kp_compute(kp_k, kp_stage);
            __syncthreads();
        }
    }
    y[blockIdx.x] = sum;
}
