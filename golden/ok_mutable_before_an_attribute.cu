// kpipe: -v
// One tile, in the ring.
#include <cuda_pipeline_primitives.h>

__global__ void product(const float *__restrict__ A, const float *__restrict__ B,
                        float *__restrict__ C, int K, int ld)
{
    __shared__ __align__(128) float kp_As[3][16][16], kp_As_Bs[3][16][16];
    const int tx = threadIdx.x, ty = threadIdx.y;
    float acc = 0.f;
    int done = 0;

    A += (blockIdx.y * 16 + ty) * ld + tx;
    B += ty * ld + blockIdx.x * 16 + tx;
    // kpipe 0.1.0: NOT THE KERNEL: compute alone, cp.async, 3 stages (to measure by; revert this change to undo)
    auto kp_load = [&, done = done](int kp_stage) mutable __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        auto &Bs = kp_As_Bs[kp_stage];
        if (done < K) {
            __pipeline_memcpy_async(&As[ty][tx], A, sizeof(float));
            __pipeline_memcpy_async(&Bs[ty][tx], B, sizeof(float));
            A += 16;
            B += 16 * ld;
            done += 16;
        }
        __pipeline_commit();
    };
    kp_load(0);
    __pipeline_wait_prior(0);
    const int kp_stage = 0;
    while (done < K) {
        __syncthreads();
        auto &As = kp_As[kp_stage];
        auto &Bs = kp_As_Bs[kp_stage];
        done += 16;
        for (int k = 0; k < 16; ++k)
            acc += As[ty][k] * Bs[k][tx];
    }
    C[(blockIdx.y * 16 + ty) * ld + blockIdx.x * 16 + tx] = acc;
}
