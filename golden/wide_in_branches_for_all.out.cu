// kpipe: --arch sm_90
// Whole tiles in one branch of a condition that all threads answer alike, zeros in the other, and
// slices of a tile in a loop that all threads make.
#include <cuda_pipeline_primitives.h>

#define ROWS 32
#define BK 32

__global__ void branches(const float *__restrict__ A, float *__restrict__ out, int K)
{
    __shared__ __align__(16) float kp_As[2][ROWS][BK];
    float sum = 0.0f;

    // kpipe: As in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 128 && K % 4 == 0 &&
        reinterpret_cast<size_t>(A) % 16 == 0;
    static_assert(ROWS == 32 && BK == 32, "kpipe: ROWS or BK has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int k0, int kp_stage) __attribute__((always_inline)) {
            auto &As = kp_As[kp_stage];
            if (k0 + BK <= K) {
                {
                #pragma unroll
                    for (int kp_v = 0; kp_v < 2; ++kp_v) {
                        const int i = (threadIdx.x + kp_v * 128) * 4;
                        __pipeline_memcpy_async(&As[i / BK][i % BK],
                                                &A[(blockIdx.x * ROWS + i / BK) * K + k0 + i % BK],
                                                sizeof(float4));
                    }
                }
            } else {
                {
                #pragma unroll
                    for (int kp_v = 0; kp_v < 2; ++kp_v) {
                        const int i = (threadIdx.x + kp_v * 128) * 4;
                        *reinterpret_cast<float4 *>(&As[i / BK][i % BK]) = make_float4(0, 0, 0, 0);
                    }
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &As = kp_As[kp_stage];
            for (int k = 0; k < BK; k++)
                sum += As[threadIdx.x % ROWS][k];
        };
        {
            int k0 = 0;
            if (k0 < K) {
                int kp_stage = 0;
                kp_load(k0, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (k0 += BK; k0 < K; k0 += BK) {
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
        for (int k0 = 0; k0 < K; k0 += BK) {
            if (k0 + BK <= K) {
                for (int i = threadIdx.x; i < ROWS * BK; i += 128)
                    As[i / BK][i % BK] = A[(blockIdx.x * ROWS + i / BK) * K + k0 + i % BK];
            } else {
                for (int i = threadIdx.x; i < ROWS * BK; i += 128)
                    As[i / BK][i % BK] = 0.0f;
            }
            __syncthreads();
            for (int k = 0; k < BK; k++)
                sum += As[threadIdx.x % ROWS][k];
            __syncthreads();
        }
    }
    out[blockIdx.x * 128 + threadIdx.x] = sum;
}

__global__ void slices(const float *__restrict__ A, const float *__restrict__ B,
                       float *__restrict__ out, int K)
{
    __shared__ __align__(16) float kp_As[2][4][8][BK];
    __shared__ __align__(16) float kp_Bs[2][4][8][BK];
    float sum = 0.0f;

    // kpipe: As, Bs in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide2 = blockDim.x == 128 && K % 4 == 0 &&
        reinterpret_cast<size_t>(A) % 16 == 0 && reinterpret_cast<size_t>(B) % 16 == 0;
    static_assert(BK == 32, "kpipe: BK has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide2) {
        auto kp_load = [&](int k0, int kp_stage) __attribute__((always_inline)) {
            auto &As = kp_As[kp_stage];
            auto &Bs = kp_Bs[kp_stage];
            for (int s = 0; s < 4; s++) {
                {
                    const int i = threadIdx.x * 4;
                    if (i < 8 * BK && __activemask()) { // true: to keep a branch
                        __pipeline_memcpy_async(&As[s][i / BK][i % BK],
                                                &A[(s * 8 + i / BK) * K + k0 + i % BK], sizeof(float4));
                    }
                }
                {
                    const int i = threadIdx.x * 4;
                    if (i < 8 * BK && __activemask()) { // true: to keep a branch
                        __pipeline_memcpy_async(&Bs[s][i / BK][i % BK],
                                                &B[(s * 8 + i / BK) * K + k0 + i % BK], sizeof(float4));
                    }
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &As = kp_As[kp_stage];
            auto &Bs = kp_Bs[kp_stage];
            for (int k = 0; k < BK; k++)
                sum += As[threadIdx.x / 32][threadIdx.x % 8][k] * Bs[threadIdx.x / 32][0][k];
        };
        {
            int k0 = 0;
            if (k0 < K) {
                int kp_stage = 0;
                kp_load(k0, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (k0 += BK; k0 < K; k0 += BK) {
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
        auto &Bs = kp_Bs[0];
        for (int k0 = 0; k0 < K; k0 += BK) {
            for (int s = 0; s < 4; s++) {
                for (int i = threadIdx.x; i < 8 * BK; i += 128)
                    As[s][i / BK][i % BK] = A[(s * 8 + i / BK) * K + k0 + i % BK];
                for (int i = threadIdx.x; i < 8 * BK; i += 128)
                    Bs[s][i / BK][i % BK] = B[(s * 8 + i / BK) * K + k0 + i % BK];
            }
            __syncthreads();
            for (int k = 0; k < BK; k++)
                sum += As[threadIdx.x / 32][threadIdx.x % 8][k] * Bs[threadIdx.x / 32][0][k];
            __syncthreads();
        }
    }
    out[threadIdx.x] = sum;
}

void run(const float *A, const float *B, float *out, int K)
{
    branches<<<4, 128>>>(A, out, K);
    slices<<<1, 128>>>(A, B, out, K);
}
