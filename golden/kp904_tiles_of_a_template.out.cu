// kpipe: --merge 1x2 --arch sm_90
// The size of a tile that blocks share is the template's: two of the other have no room beside it.
#include <cuda_pipeline_primitives.h>

template <int W>
__global__ void gemm(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C,
                     int n)
{
    constexpr int kp_stages = 2 * (sizeof(float[64][W]) + sizeof(float[64][64])) <= 48640 ? 2 : 1;
    __shared__ struct alignas(128) { __align__(16) float As[64][W]; } kp_As[kp_stages];
    __shared__ __align__(16) float kp_Bs[kp_stages][64][64];
    const int tx = threadIdx.x, ty = threadIdx.y;
    float acc[4][4] = {};

    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage].As;
        auto &Bs = kp_Bs[kp_stage];
        for (int r = ty; r < 64; r += 16) {
            __pipeline_memcpy_async(&As[r][tx * 4], &A[(blockIdx.y * 64 + r) * n + k + tx * 4],
                                    sizeof(float4));
            __pipeline_memcpy_async(&Bs[r][tx * 4], &B[(k + r) * n + blockIdx.x * 64 + tx * 4],
                                    sizeof(float4));
        }
        __pipeline_commit();
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage].As;
        auto &Bs = kp_Bs[kp_stage];
        for (int i = 0; i < 64; i++)
            for (int r = 0; r < 4; r++)
                for (int c = 0; c < 4; c++)
                    acc[r][c] += As[ty * 4 + r][i] * Bs[i][tx * 4 + c];
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_load(k, kp_stage);
            __pipeline_wait_prior(0);
            __syncthreads();
            for (k += 64; k < n; k += 64) {
                if (kp_stages > 1)
                    kp_load(k, kp_stage ^ (kp_stages - 1));
                kp_compute(kp_stage);
                if (kp_stages == 1) {
                    __syncthreads();
                    kp_load(k, kp_stage);
                }
                __pipeline_wait_prior(0);
                __syncthreads();
                kp_stage ^= kp_stages - 1;
            }
            kp_compute(kp_stage);
        }
    }
    for (int r = 0; r < 4; r++)
        for (int c = 0; c < 4; c++)
            C[(blockIdx.y * 64 + ty * 4 + r) * n + blockIdx.x * 64 + tx * 4 + c] = acc[r][c];
}

template <int W> void run(const float *A, const float *B, float *C, int n)
{
    gemm<W><<<dim3(n / 64, n / 64), dim3(16, 16)>>>(A, B, C, n);
}

void go(const float *A, const float *B, float *C, int n)
{
    run<72>(A, B, C, n);
    run<68>(A, B, C, n);
}
