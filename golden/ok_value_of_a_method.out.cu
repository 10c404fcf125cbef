// kpipe: --variant cp-async
// Values of methods, as expressions in the place of their calls.
#include <cuda_pipeline_primitives.h>

#define T 16

struct matrix {
    const float *data;
    int pitch;

    __device__ float at(int r, int c) const { return data[r * pitch + c]; }
    __device__ float cached(int r, int c) const { return __ldg(data + (r * pitch + c)); }
};

__global__ void __launch_bounds__(T *T) by_methods(const matrix A, const matrix B, float *__restrict__ C, int m, int n, int l)
{
    __shared__ __align__(128) float kp_As[2][T][T], kp_As_Bs[2][T][T];
    const int x = threadIdx.x, y = threadIdx.y;
    const int row = blockIdx.y * T + y, column = blockIdx.x * T + x;
    float sum = 0;
    static_assert(T == 16, "kpipe: T has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        auto &Bs = kp_As_Bs[kp_stage];
        __pipeline_memcpy_async(&As[y][x], &A.data[row * A.pitch + (k + x)], sizeof(float));
        __pipeline_memcpy_async(&Bs[y][x], B.data + ((k + y) * B.pitch + column), sizeof(float));
        __pipeline_commit();
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        auto &Bs = kp_As_Bs[kp_stage];
        for (int j = 0; j < T; j++)
            sum += As[y][j] * Bs[j][x];
    };
    {
        int k = 0;
        if (k < l) {
            int kp_stage = 0;
            kp_load(k, kp_stage);
            __pipeline_wait_prior(0);
            __syncthreads();
            for (k += T; k < l; k += T) {
                kp_load(k, kp_stage ^ 1);
                kp_compute(kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    C[row * n + column] = sum;
}
