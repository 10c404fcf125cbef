// A member of an anonymous union hides the type's name in the function.
#include <cuda_pipeline_primitives.h>

typedef float real;
__global__ void k(const real *__restrict__ a, const real *__restrict__ b, int rows, int stride, float *value)
{
    __shared__ __align__(128) union {
        float moved[32][33];
        float sum[256];
    } kp_both[2];
    const int t = threadIdx.y * blockDim.x + threadIdx.x;
    float acc = 0;
    union {
        int real;
        float of_it;
    };

    real = 0;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](int i0, int kp_stage) __attribute__((always_inline)) {
        auto &both = kp_both[kp_stage];
        for (int i = 0; i < 32; i += 8)
            __pipeline_memcpy_async(&both.moved[threadIdx.x][threadIdx.y + i],
                                    &b[(threadIdx.y + i) * stride + threadIdx.x + i0],
                                    sizeof(float));
        __pipeline_commit();
    };
    auto kp_compute = [&](int i0, int kp_stage) __attribute__((always_inline)) {
        auto &both = kp_both[kp_stage];
        for (int i = 0; i < 32; i += 8)
            acc += a[(threadIdx.y + i + i0) * stride + threadIdx.x] * both.moved[threadIdx.y + i][threadIdx.x];
    };
    int kp_stage = 0;
    {
        int i0 = 0;
        if (i0 < rows) {
            kp_load(i0, kp_stage);
            __pipeline_wait_prior(0);
            __syncthreads();
            int kp_i0 = i0;
            for (i0 += 32; i0 < rows; i0 += 32) {
                kp_load(i0, kp_stage ^ 1);
                kp_compute(kp_i0, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                kp_i0 = i0;
                kp_stage ^= 1;
            }
            kp_compute(kp_i0, kp_stage);
            __syncthreads();
        }
    }
    auto &both = kp_both[kp_stage];
    both.sum[t] = acc;
    __syncthreads();
    value[t] = both.sum[255 - t] + of_it;
}
void f(const float *a, const float *b, int rows, int stride, float *v) { k<<<4, dim3(32, 8)>>>(a, b, rows, stride, v); }
