// kpipe: --arch sm_90
// Branches that threads answer differently, a loop that some leave early, and branches that take
// turns: another thread's vector would come before an element that is not of the same trip.
#include <cuda_pipeline_primitives.h>

#define ROWS 32
#define BK 32

__global__ void halves(const float *__restrict__ A, float *__restrict__ out, int K)
{
    __shared__ __align__(128) float kp_As[2][ROWS][BK];
    float sum = 0.0f;

    static_assert(ROWS == 32 && BK == 32, "kpipe: ROWS or BK has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](int k0, int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        if (threadIdx.x / 7 % 2 == 0) {
            for (int i = threadIdx.x; i < ROWS * BK; i += 128)
                __pipeline_memcpy_async(&As[i / BK][i % BK], &A[i / BK * K + k0 + i % BK],
                                        sizeof(float));
        } else {
            for (int i = threadIdx.x; i < ROWS * BK; i += 128)
                As[i / BK][i % BK] = 0.0f;
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
    out[threadIdx.x] = sum;
}

__global__ void turns(const float *__restrict__ A, float *__restrict__ out, int most, int K)
{
    __shared__ __align__(128) float kp_As[2][ROWS][BK];
    float sum = 0.0f;

    static_assert(ROWS == 32 && BK == 32, "kpipe: ROWS or BK has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0[2 * 8];
    auto kp_fetch = [&](int k0) __attribute__((always_inline)) {
        #pragma unroll
        for (int t = 0; t < 2; t++) {
            if (t < most) {
                #pragma unroll
                for (int i = threadIdx.x, kp_i2 = 0; kp_i2 < 8; i += 128, ++kp_i2)
                    if (i < ROWS * BK)
                        kp_r0[t * 8 + kp_i2] = A[i / BK * K + k0 + i % BK];
            }
        }
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        for (int k = 0; k < BK; k++)
            sum += As[threadIdx.x % ROWS][k];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        #pragma unroll
        for (int t = 0; t < 2; t++) {
            if (t < most) {
                #pragma unroll
                for (int i = threadIdx.x, kp_i2 = 0; kp_i2 < 8; i += 128, ++kp_i2)
                    if (i < ROWS * BK)
                        As[i / BK][i % BK] = kp_r0[t * 8 + kp_i2];
            } else {
                for (int i = 127 - threadIdx.x; i < ROWS * BK; i += 128)
                    As[i / BK][i % BK] = 0.0f;
            }
        }
    };
    {
        int k0 = 0;
        if (k0 < K) {
            int kp_stage = 0;
            kp_fetch(k0);
            kp_store(kp_stage);
            __syncthreads();
            for (k0 += BK; k0 < K; k0 += BK) {
                kp_fetch(k0);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    out[threadIdx.x] = sum;
}

__global__ void early(const float *__restrict__ A, float *__restrict__ out, int K)
{
    __shared__ __align__(128) float kp_As[2][4][8][BK];
    float sum = 0.0f;

    static_assert(BK == 32, "kpipe: BK has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](int k0, int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        for (int s = 0; s < 4; s++) {
            if (!(s > 0 && threadIdx.x % 5 == s)) {
                for (int i = threadIdx.x; i < 8 * BK; i += 128)
                    __pipeline_memcpy_async(&As[s][i / BK][i % BK],
                                            &A[(s * 8 + i / BK) * K + k0 + i % BK], sizeof(float));
            }
        }
        __pipeline_commit();
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        for (int k = 0; k < BK; k++)
            sum += As[0][threadIdx.x % 8][k];
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
    out[threadIdx.x] = sum;
}

void run(const float *A, float *out, int K)
{
    halves<<<1, 128>>>(A, out, K);
    turns<<<1, 128>>>(A, out, 2, K);
    early<<<1, 128>>>(A, out, K);
}
