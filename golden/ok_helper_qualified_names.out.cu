// The helper's constants have the names of the kernel's parameters behind Shape::, which hide nothing there.
#include <cuda_pipeline_primitives.h>

struct Shape {
    static constexpr int M = 16, K = 16;
};

__device__ __forceinline__ void fill(float (*tile)[Shape::K], const float *src, int ld)
{
    for (int i = threadIdx.x; i < Shape::M * Shape::K; i += 64)
        tile[i / Shape::K][i % Shape::K] = src[i / Shape::K * ld + i % Shape::K];
}

__global__ void __launch_bounds__(64)
    rows(const float *__restrict__ A, float *__restrict__ out, int M, int K)
{
    __shared__ __align__(16) float kp_As[2][Shape::M][Shape::K];
    float sum = 0;

    // kpipe: As in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 64 && K % 4 == 0 &&
        reinterpret_cast<size_t>(A) % 16 == 0;
    static_assert(Shape::M == 16 && Shape::K == 16,
                  "kpipe: Shape::M or Shape::K has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &As = kp_As[kp_stage];
            { // fill(), inlined
                auto &tile = As;
                const float *src = A + blockIdx.x * Shape::M * K + k;
                int ld = K;
                {
                    const int i = threadIdx.x * 4;
                    __pipeline_memcpy_async(&tile[i / Shape::K][i % Shape::K],
                                            &src[i / Shape::K * ld + i % Shape::K], sizeof(float4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &As = kp_As[kp_stage];
            for (int j = 0; j < Shape::K; ++j)
                sum += As[threadIdx.x % Shape::M][j];
        };
        {
            int k = 0;
            if (k < K) {
                int kp_stage = 0;
                kp_load(k, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (k += Shape::K; k < K; k += Shape::K) {
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
        auto &As = kp_As[0];
        for (int k = 0; k < K; k += Shape::K) {
            { // fill(), inlined
                auto &tile = As;
                const float *src = A + blockIdx.x * Shape::M * K + k;
                int ld = K;
                for (int i = threadIdx.x; i < Shape::M * Shape::K; i += 64)
                    tile[i / Shape::K][i % Shape::K] = src[i / Shape::K * ld + i % Shape::K];
            }
            __syncthreads();
            for (int j = 0; j < Shape::K; ++j)
                sum += As[threadIdx.x % Shape::M][j];
            __syncthreads();
        }
    }
    if (blockIdx.x * Shape::M + threadIdx.x < M)
        out[blockIdx.x * Shape::M + threadIdx.x] = sum;
}
