// The CUDA samples' header: begin, end and step per block.
#include <cuda_pipeline_primitives.h>

#define T 16

__global__ void matmul(float *C, const float *__restrict__ A, const float *__restrict__ B, int wA,
                       int wB)
{
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int aBegin = wA * T * blockIdx.y;
    const int aEnd = aBegin + wA - 1;
    const int bBegin = T * blockIdx.x;
    float sum = 0.0f;

    // kpipe: As, Bs in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == T && blockDim.y == T && wA % 4 == 0 &&
        reinterpret_cast<size_t>(A) % 16 == 0 && wB % 4 == 0 &&
        reinterpret_cast<size_t>(B) % 16 == 0;
    static_assert(T == 16, "kpipe: T has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    __shared__ __align__(16) float kp_As[2][T][T];
    __shared__ __align__(16) float kp_Bs[2][T][T];
    if (kp_wide) {
        auto kp_load = [&](int a, int b, int kp_stage) __attribute__((always_inline)) {
            auto &As = kp_As[kp_stage];
            auto &Bs = kp_Bs[kp_stage];
            {
                const unsigned int kp_v = threadIdx.y * T + threadIdx.x;
                if (kp_v < 64 && __activemask()) { // true: to keep a branch
                    const unsigned int kp_x = kp_v % 4 * 4, kp_y = kp_v / 4;
                    const int ty = kp_y;
                    const int tx = kp_x;
                    __pipeline_memcpy_async(&As[ty][tx], &A[a + wA * ty + tx], sizeof(float4));
                }
            }
            {
                const unsigned int kp_v = threadIdx.y * T + threadIdx.x;
                if (kp_v < 64 && __activemask()) { // true: to keep a branch
                    const unsigned int kp_x = kp_v % 4 * 4, kp_y = kp_v / 4;
                    const int ty = kp_y;
                    const int tx = kp_x;
                    __pipeline_memcpy_async(&Bs[ty][tx], &B[b + wB * ty + tx], sizeof(float4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &As = kp_As[kp_stage];
            auto &Bs = kp_Bs[kp_stage];
#pragma unroll
            for (int k = 0; k < T; ++k)
                sum += As[ty][k] * Bs[k][tx];
        };
        {
            int a = aBegin, b = bBegin;
            if (a <= aEnd) {
                int kp_stage = 0;
                kp_load(a, b, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (a += T, b += T * wB; a <= aEnd; a += T, b += T * wB) {
                    kp_load(a, b, kp_stage ^ 1);
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
        auto &Bs = kp_Bs[0];
        for (int a = aBegin, b = bBegin; a <= aEnd; a += T, b += T * wB) {
            As[ty][tx] = A[a + wA * ty + tx];
            Bs[ty][tx] = B[b + wB * ty + tx];
            __syncthreads();
#pragma unroll
            for (int k = 0; k < T; ++k)
                sum += As[ty][k] * Bs[k][tx];
            __syncthreads();
        }
    }
    C[wB * T * blockIdx.y + T * blockIdx.x + wB * ty + tx] = sum;
}
