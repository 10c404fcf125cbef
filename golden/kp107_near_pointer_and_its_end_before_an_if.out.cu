// The end is a sum and a difference, and the loop is in an `if`; nothing moves the pointer before it.
#include <cuda_pipeline_primitives.h>

__global__ void product(const float *A, const float *B, float *C, int lda, int ldb, int k)
{
    __shared__ struct alignas(128) { float Bb[16][17]; } kp_Bb[2];
    const int t = threadIdx.x, tx = t % 16, ty = t / 16;
    float sum = 0.0f;

    A += blockIdx.x * 64 + t;
    if (blockIdx.y * 16 + ty < ldb)
        B += tx + (blockIdx.y * 16 + ty) * ldb;
    const float *Bend = B + k - k % 16;

    if (k > 15) {
        if (k > 31)
            sum += 1.0f;
        // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
        auto kp_load = [&](int kp_stage) __attribute__((always_inline)) {
            auto &Bb = kp_Bb[kp_stage].Bb;
            for (int i = 0; i < 16; i += 4)
                __pipeline_memcpy_async(&Bb[tx][ty + i], &B[i * ldb], sizeof(float));
            B += 16;
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &Bb = kp_Bb[kp_stage].Bb;
            for (int i = 0; i < 16; ++i)
                sum += A[i * lda] * Bb[i][t % 16];
            A += 16 * lda;
        };
        {
            int kp_stage = 0;
            kp_load(kp_stage);
            __pipeline_wait_prior(0);
            __syncthreads();
            while (B < Bend) {
                kp_load(kp_stage ^ 1);
                kp_compute(kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
            __syncthreads();
        }
    }
    C[blockIdx.y * gridDim.x * 64 + blockIdx.x * 64 + t] = sum;
}

void run(const float *A, const float *B, float *C, int ld, int n)
{
    product<<<dim3(4, 4), 64>>>(A, B, C, ld, ld, n);
}
