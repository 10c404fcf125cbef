// kpipe: --arch sm_90
// A width by a name that says the same in front of the rows.
#include <cuda_pipeline_primitives.h>

__global__ void outside(const float *__restrict__ A, float *__restrict__ out, int K)
{
    __shared__ __align__(16) float kp_As[2][32][32];
    const int w = blockDim.x;
    float sum = 0.0f;

    // kpipe: As in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = K % 4 == 0 && reinterpret_cast<size_t>(A) % 16 == 0;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int k0, int kp_stage) __attribute__((always_inline)) {
            auto &As = kp_As[kp_stage];
            {
                for (int kp_v = threadIdx.y * w + threadIdx.x; kp_v < 256; kp_v += blockDim.y * w) {
                    const int i = kp_v / 8;
                    const int j = kp_v % 8 * 4;
                    __pipeline_memcpy_async(&As[i][j], &A[(blockIdx.x * 32 + i) * K + k0 + j],
                                            sizeof(float4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &As = kp_As[kp_stage];
            for (int k = 0; k < 32; k++)
                sum += As[threadIdx.x][k];
        };
        {
            int k0 = 0;
            if (k0 < K) {
                int kp_stage = 0;
                kp_load(k0, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (k0 += 32; k0 < K; k0 += 32) {
                    kp_load(k0, kp_stage ^ 1);
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
        for (int k0 = 0; k0 < K; k0 += 32) {
            for (int i = threadIdx.y; i < 32; i += blockDim.y) {
                for (int j = threadIdx.x; j < 32; j += w)
                    As[i][j] = A[(blockIdx.x * 32 + i) * K + k0 + j];
            }
            __syncthreads();
            for (int k = 0; k < 32; k++)
                sum += As[threadIdx.x][k];
            __syncthreads();
        }
    }
    out[(blockIdx.x * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x] = sum;
}

void run(const float *A, float *out, int K)
{
    outside<<<8, dim3(32, 4)>>>(A, out, K);
}
