// kpipe: --arch sm_90
// A width that a row's own name says: in front of the rows that name is another one's.
#include <cuda_pipeline_primitives.h>

__global__ void hidden(const float *__restrict__ A, float *__restrict__ out, int K)
{
    __shared__ __align__(128) float kp_As[2][32][32];
    const int w = 7;
    float sum = w;

    static_assert(w == 7, "kpipe: w has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](int k0, int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        for (int i = threadIdx.y; i < 32; i += blockDim.y) {
            const int w = blockDim.x;
            for (int j = threadIdx.x; j < 32; j += w)
                __pipeline_memcpy_async(&As[i][j], &A[(blockIdx.x * 32 + i) * K + k0 + j],
                                        sizeof(float));
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
    out[(blockIdx.x * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x] = sum;
}

void run(const float *A, float *out, int K)
{
    hidden<<<8, dim3(32, 4)>>>(A, out, K);
}
