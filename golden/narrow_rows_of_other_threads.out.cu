// kpipe: --arch sm_90
// Loops over rows and columns whose points the numbers of the threads do not divide: rows from a
// number of the caller's, groups of 32 that are 16 apart, columns that depend on the row, a value
// of the thread's own in the copy.
#include <cuda_pipeline_primitives.h>

#define BM 32
#define BK 32

__global__ void shifted(const float *__restrict__ A, float *__restrict__ out, int first, int K)
{
    __shared__ __align__(128) float kp_As[2][BM][BK];
    float sum = 0.0f;

    static_assert(BM == 32 && BK == 32, "kpipe: BM or BK has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](int k0, int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        for (int i = threadIdx.y + first; i < BM; i += blockDim.y)
            for (int j = threadIdx.x; j < BK; j += blockDim.x)
                __pipeline_memcpy_async(&As[i][j], &A[i * K + k0 + j], sizeof(float));
        __pipeline_commit();
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        for (int k = 0; k < BK; k++)
            sum += As[threadIdx.x][k];
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
    out[threadIdx.y * 32 + threadIdx.x] = sum;
}

__global__ void groups(const float *__restrict__ A, float *__restrict__ out, int K)
{
    __shared__ __align__(128) float kp_As[2][BM][BK];
    float sum = 0.0f;

    static_assert(BM == 32 && BK == 32, "kpipe: BM or BK has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](int k0, int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        for (int i = threadIdx.x / 32; i < BM; i += 4)
            for (int j = threadIdx.x % 16; j < BK; j += 16)
                __pipeline_memcpy_async(&As[i][j], &A[i * K + k0 + j], sizeof(float));
        __pipeline_commit();
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        for (int k = 0; k < BK; k++)
            sum += As[threadIdx.x % 32][k];
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

__global__ void triangle(const float *__restrict__ A, float *__restrict__ out, int K)
{
    __shared__ __align__(128) float kp_As[2][BM][BK];
    float sum = 0.0f;

    static_assert(BM == 32 && BK == 32, "kpipe: BM or BK has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](int k0, int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        for (int i = threadIdx.x / 32; i < BM; i += 4)
            for (int j = threadIdx.x % 32; j < i; j += 32)
                __pipeline_memcpy_async(&As[i][j], &A[i * K + k0 + j], sizeof(float));
        __pipeline_commit();
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        for (int k = 0; k < threadIdx.x % 32; k++)
            sum += As[threadIdx.x % 32][k];
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

__global__ void own(const float *__restrict__ A, float *__restrict__ out, int K)
{
    __shared__ __align__(128) float kp_As[2][BM][BK];
    const int lane = threadIdx.x % 32;
    float sum = 0.0f;

    static_assert(BM == 32 && BK == 32, "kpipe: BM or BK has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](int k0, int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        for (int i = threadIdx.x / 32; i < BM; i += 4)
            for (int j = lane; j < BK; j += 32)
                __pipeline_memcpy_async(&As[i][j], &A[i * K + k0 + j - j + lane], sizeof(float));
        __pipeline_commit();
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        for (int k = 0; k < BK; k++)
            sum += As[lane][k];
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
    shifted<<<1, dim3(32, 4)>>>(A, out, 0, K);
    groups<<<1, 128>>>(A, out, K);
    triangle<<<1, 128>>>(A, out, K);
    own<<<1, 128>>>(A, out, K);
}
