// All elements are set before addresses, other types and references lead to them.
#include <cuda_pipeline_primitives.h>

__device__ float fourth(const float &first)
{
    return (&first)[3];
}

__global__ void __launch_bounds__(256) product(const float *__restrict__ A, const float *__restrict__ B,
                                               float *__restrict__ C, int n)
{
    __shared__ struct alignas(128) { float as[16][17]; } kp_as[2];
    __shared__ __align__(16) float kp_bs[2][16][16];
    const int tx = threadIdx.x & 15, ty = threadIdx.x / 16, row = blockIdx.y * 16 + ty, column = blockIdx.x * 16 + tx;
    float sum = 0;
    float d[4];

    // kpipe: bs in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 256 && n % 4 == 0 &&
        reinterpret_cast<size_t>(B) % 16 == 0;
    // kpipe 0.1.0: pipelined, cp.async and staging registers, 2 stages (revert this change to undo)
    if (kp_wide) {
        float kp_r0;
        auto kp_fetch = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &bs = kp_bs[kp_stage];
            kp_r0 = A[row * n + k + tx];
            {
                const unsigned int kp_v = threadIdx.x;
                if (kp_v < 64 && __activemask()) { // true: to keep a branch
                    const unsigned int kp_x = kp_v * 4;
                    const int ty = kp_x / 16;
                    const int tx = kp_x & 15;
                    const int column = blockIdx.x * 16 + tx;
                    __pipeline_memcpy_async(&bs[ty][tx], &B[(k + ty) * n + column], sizeof(float4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &as = kp_as[kp_stage].as;
            auto &bs = kp_bs[kp_stage];
            for (int j = 0; j < 16; j++) {
                for (int i = 0; i < 4; i++)
                    d[i] = bs[j][tx] + i;
                sum += as[ty][j] * *(&d[4] - 1) + (float)(double &)d[2] + fourth(d[0]);
            }
        };
        auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
            auto &as = kp_as[kp_stage].as;
            d[3] = kp_r0;
            as[ty][tx] = d[3];
        };
        {
            int k = 0;
            if (k < n) {
                int kp_stage = 0;
                kp_fetch(k, kp_stage);
                kp_store(kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (k += 16; k < n; k += 16) {
                    kp_fetch(k, kp_stage ^ 1);
                    kp_compute(kp_stage);
                    kp_store(kp_stage ^ 1);
                    __pipeline_wait_prior(0);
                    __syncthreads();
                    kp_stage ^= 1;
                }
                kp_compute(kp_stage);
            }
        }
    } else { // kpipe: as written
        auto &as = kp_as[0].as;
        auto &bs = kp_bs[0];
        for (int k = 0; k < n; k += 16) {
            d[3] = A[row * n + k + tx];
            as[ty][tx] = d[3];
            bs[ty][tx] = B[(k + ty) * n + column];
            __syncthreads();
            for (int j = 0; j < 16; j++) {
                for (int i = 0; i < 4; i++)
                    d[i] = bs[j][tx] + i;
                sum += as[ty][j] * *(&d[4] - 1) + (float)(double &)d[2] + fourth(d[0]);
            }
            __syncthreads();
        }
    }
    for (int i = 0; i < 4; i++)
        d[i] = sum;
    C[row * n + column] = *(&d[4] - 2);
}
