// kpipe: --merge 2x1x1
// Every image has weights of its own: nothing is shared along z.
#include <cuda_pipeline_primitives.h>

#define T 16
__global__ void layer(const float *__restrict__ X, const float *__restrict__ W, float *__restrict__ Y,
                      int n, int depth)
{
    __shared__ __align__(16) float kp_Xs[2][T][T];
    __shared__ __align__(16) float kp_Ws[2][T][T];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int row = blockIdx.y * T + ty, col = blockIdx.x * T + tx, image = blockIdx.z;
    float sum = 0.0f;

    // kpipe: Xs, Ws in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == T && blockDim.y == T && depth % 4 == 0 &&
        reinterpret_cast<size_t>(X) % 16 == 0 && n % 4 == 0 &&
        reinterpret_cast<size_t>(W) % 16 == 0;
    static_assert(T == 16, "kpipe: T has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &Xs = kp_Xs[kp_stage];
            auto &Ws = kp_Ws[kp_stage];
            {
                const unsigned int kp_v = threadIdx.y * T + threadIdx.x;
                if (kp_v < 64 && __activemask()) { // true: to keep a branch
                    const unsigned int kp_x = kp_v % 4 * 4, kp_y = kp_v / 4;
                    const int ty = kp_y;
                    const int tx = kp_x;
                    const int row = blockIdx.y * T + ty;
                    __pipeline_memcpy_async(&Xs[ty][tx], &X[(image * n + row) * depth + k + tx],
                                            sizeof(float4));
                }
            }
            {
                const unsigned int kp_v = threadIdx.y * T + threadIdx.x;
                if (kp_v < 64 && __activemask()) { // true: to keep a branch
                    const unsigned int kp_x = kp_v % 4 * 4, kp_y = kp_v / 4;
                    const int ty = kp_y;
                    const int tx = kp_x;
                    const int col = blockIdx.x * T + tx;
                    __pipeline_memcpy_async(&Ws[ty][tx], &W[(image * depth + k + ty) * n + col],
                                            sizeof(float4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &Xs = kp_Xs[kp_stage];
            auto &Ws = kp_Ws[kp_stage];
            for (int i = 0; i < T; i++)
                sum += Xs[ty][i] * Ws[i][tx];
        };
        {
            int k = 0;
            if (k < depth) {
                int kp_stage = 0;
                kp_load(k, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (k += T; k < depth; k += T) {
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
        auto &Xs = kp_Xs[0];
        auto &Ws = kp_Ws[0];
        for (int k = 0; k < depth; k += T) {
            Xs[ty][tx] = X[(image * n + row) * depth + k + tx];
            Ws[ty][tx] = W[(image * depth + k + ty) * n + col];
            __syncthreads();
            for (int i = 0; i < T; i++)
                sum += Xs[ty][i] * Ws[i][tx];
            __syncthreads();
        }
    }
    Y[(image * n + row) * n + col] = sum;
}
