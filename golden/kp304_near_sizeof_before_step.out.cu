// kpipe: --shape split
// sizeof reads no value, so k0 may move on behind it: compute's copy is taken behind the step.
#include <cuda_pipeline_primitives.h>

__global__ void moved(const float *A, float *C, int K)
{
    __shared__ __align__(16) float kp_As[2][256];
    float acc = 0.0f;
    int k0 = 0;

    // kpipe: As in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 256 && k0 % 4 == 0 &&
        reinterpret_cast<size_t>(A) % 16 == 0;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int kp_stage) __attribute__((always_inline)) {
            auto &As = kp_As[kp_stage];
            {
                const unsigned int kp_v = threadIdx.x;
                if (kp_v < 64 && __activemask()) { // true: to keep a branch
                    const unsigned int kp_x = kp_v * 4;
                    __pipeline_memcpy_async(&As[kp_x], &A[k0 + kp_x], sizeof(float4));
                }
            }
            k0 += 256;
            __pipeline_commit();
        };
        auto kp_compute = [&](int k0, int kp_stage) __attribute__((always_inline)) {
            auto &As = kp_As[kp_stage];
            acc += sizeof(k0);
            for (int i = 0; i < 256; i++)
                acc += As[i] * (float)k0;
        };
        if (k0 < K) {
            int kp_stage = 0;
            kp_load(kp_stage);
            __pipeline_wait_prior(0);
            __syncthreads();
            int kp_k0 = k0;
            while (k0 < K) {
                kp_load(kp_stage ^ 1);
                kp_compute(kp_k0, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                kp_k0 = k0;
                kp_stage ^= 1;
            }
            kp_compute(kp_k0, kp_stage);
        }
    } else { // kpipe: as written
        auto &As = kp_As[0];
        while (k0 < K) {
            As[threadIdx.x] = A[k0 + threadIdx.x];
            __syncthreads();
            acc += sizeof(k0);
            k0 += 256;
            for (int i = 0; i < 256; i++)
                acc += As[i] * (float)k0;
            __syncthreads();
        }
    }
    C[threadIdx.x] = acc;
}

int main()
{
    moved<<<1, 256>>>(nullptr, nullptr, 1024);
}
