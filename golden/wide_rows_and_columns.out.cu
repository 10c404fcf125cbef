// kpipe: --arch sm_90
// A row to each threadIdx.y, or to each warp, or all rows to all threads: the block's threads divide
// the vectors of all rows.
#include <cuda_pipeline_primitives.h>

#define BM 32
#define BK 32

__global__ void axes(const float *__restrict__ A, float *__restrict__ out, int K)
{
    __shared__ __align__(16) float kp_As[2][BM][BK];
    float sum = 0.0f;

    // kpipe: As in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = K % 4 == 0 && reinterpret_cast<size_t>(A) % 16 == 0;
    static_assert(BM == 32 && BK == 32, "kpipe: BM or BK has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int k0, int kp_stage) __attribute__((always_inline)) {
            auto &As = kp_As[kp_stage];
            {
                for (int kp_v = threadIdx.y * blockDim.x + threadIdx.x;
                     kp_v < 256; kp_v += blockDim.y * blockDim.x) {
                    const int i = kp_v / 8;
                    const int j = kp_v % 8 * 4;
                    __pipeline_memcpy_async(&As[i][j], &A[(blockIdx.x * BM + i) * K + k0 + j],
                                            sizeof(float4));
                }
            }
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
    } else { // kpipe: as written
        auto &As = kp_As[0];
        for (int k0 = 0; k0 < K; k0 += BK) {
            for (int i = threadIdx.y; i < BM; i += blockDim.y)
                for (int j = threadIdx.x; j < BK; j += blockDim.x)
                    As[i][j] = A[(blockIdx.x * BM + i) * K + k0 + j];
            __syncthreads();
            for (int k = 0; k < BK; k++)
                sum += As[threadIdx.x][k];
            __syncthreads();
        }
    }
    out[(blockIdx.x * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x] = sum;
}

__global__ void warps(const float *__restrict__ A, const float *__restrict__ B,
                      float *__restrict__ out, int rows, int K)
{
    __shared__ __align__(16) float kp_As[2][BM][BK];
    __shared__ __align__(16) float kp_Bs[2][BK][BM];
    const int warp = threadIdx.x / 32, lane = threadIdx.x & 31;
    float sum = 0.0f;

    // kpipe: As, Bs in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide2 = blockDim.x == 128 && K % 4 == 0 &&
        reinterpret_cast<size_t>(A) % 16 == 0 && reinterpret_cast<size_t>(B) % 16 == 0;
    static_assert(BM == 32 && BK == 32, "kpipe: BM or BK has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide2) {
        auto kp_load = [&](int k0, int kp_stage) __attribute__((always_inline)) {
            auto &As = kp_As[kp_stage];
            auto &Bs = kp_Bs[kp_stage];
            {
            #pragma unroll
                for (int kp_v = 0; kp_v < 2; ++kp_v) {
                    const int kp_x = kp_v * 128 + threadIdx.x;
                    const int i = kp_x / 8;
                    const int j = kp_x % 8 * 4;
                    const int row = blockIdx.x * BM + i;

                    if (row < rows) {
                        {
                            __pipeline_memcpy_async(&As[i][j], &A[row * K + k0 + j], sizeof(float4));
                        }
                    }
                }
            }
            {
            #pragma unroll
                for (int kp_v = 0; kp_v < 2; ++kp_v) {
                    const int kp_x = kp_v * 128 + threadIdx.x;
                    const int i = kp_x / 8;
                    const int j = kp_x % 8 * 4;
                    __pipeline_memcpy_async(&Bs[i][j], &B[(k0 + i) * BM + j], sizeof(float4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &As = kp_As[kp_stage];
            auto &Bs = kp_Bs[kp_stage];
            for (int k = 0; k < BK; k++)
                sum += blockIdx.x * BM + lane < rows ? As[lane][k] * Bs[k][warp] : 0.0f;
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
            for (int i = warp; i < BM; i += 4) {
                const int row = blockIdx.x * BM + i;

                if (row < rows) {
                #pragma unroll
                    for (int j = lane; j < BK; j += 32) {
                        As[i][j] = A[row * K + k0 + j];
                    }
                }
            }
            for (int i = 0; i < BK; ++i)
                for (int j = threadIdx.x; j < BM; j += 128)
                    Bs[i][j] = B[(k0 + i) * BM + j];
            __syncthreads();
            for (int k = 0; k < BK; k++)
                sum += blockIdx.x * BM + lane < rows ? As[lane][k] * Bs[k][warp] : 0.0f;
            __syncthreads();
        }
    }
    out[blockIdx.x * 128 + threadIdx.x] = sum;
}

void run(const float *A, const float *B, float *out, int rows, int K)
{
    axes<<<(rows + BM - 1) / BM, dim3(32, 4)>>>(A, out, K);
    warps<<<(rows + BM - 1) / BM, 128>>>(A, B, out, rows, K);
}
