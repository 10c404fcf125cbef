// Each thread has its own pointer and its own end, as far apart for all of them.
#include <cuda_pipeline_primitives.h>

__global__ void product(const float *A, const float *B, float *C, int ld, int n)
{
    __shared__ struct alignas(128) { float Bs[16][17]; } kp_Bs[2];
    const int t = threadIdx.x, tx = t % 16, ty = t / 16;
    float sum = 0.0f;

    A += blockIdx.x * 64 + t;
    B += tx + (blockIdx.y * 16 + ty) * ld;
    const float *Blast = B + n;
    float a = 0.0f;

    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](int kp_stage) __attribute__((always_inline)) {
        auto &Bs = kp_Bs[kp_stage].Bs;
        for (int i = 0; i < 16; i += 4)
            __pipeline_memcpy_async(&Bs[tx][ty + i], &B[i * ld], sizeof(float));
        B += 16;
        __pipeline_commit();
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &Bs = kp_Bs[kp_stage].Bs;
        for (int i = 0; i < 16; ++i) {
            a = A[i * ld];
            sum += a * Bs[i][t % 16];
        }
        A += 16 * ld;
    };
    {
        int kp_stage = 0;
        kp_load(kp_stage);
        __pipeline_wait_prior(0);
        __syncthreads();
        while (B < Blast) {
            kp_load(kp_stage ^ 1);
            kp_compute(kp_stage);
            __pipeline_wait_prior(0);
            __syncthreads();
            kp_stage ^= 1;
        }
        kp_compute(kp_stage);
        __syncthreads();
    }
    C[blockIdx.y * gridDim.x * 64 + blockIdx.x * 64 + t] = sum;
}

__global__ void sums(const float *A, float *C, int n)
{
    __shared__ __align__(128) float kp_tile[2][64];
    const int t = threadIdx.x;
    const float *p = A + t;
    const float *const end = p + n;
    float sum = 0.0f;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&]() __attribute__((always_inline)) {
        kp_r0 = *p;
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        for (int i = 0; i < 64; ++i)
            sum += tile[i] * (i + 1);
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        tile[t] = kp_r0;
    };
    if (end > p) {
        int kp_stage = 0;
        kp_fetch();
        kp_store(kp_stage);
        __syncthreads();
        for (p += 64; end > p; p += 64) {
            kp_fetch();
            kp_compute(kp_stage);
            kp_store(kp_stage ^ 1);
            __syncthreads();
            kp_stage ^= 1;
        }
        kp_compute(kp_stage);
    }
    C[t] = sum;
}

void run(const float *A, const float *B, float *C, int ld, int n)
{
    product<<<dim3(4, 4), 64>>>(A, B, C, ld, n);
    sums<<<1, 64>>>(A, C, n);
}
