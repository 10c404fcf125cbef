// Parameters written as arrays are pointers: a test shows that the memory is apart.
#include <cuda_pipeline_primitives.h>

__global__ void product(float A[64][64], float B[64][64], float C[])
{
    __shared__ __align__(128) float kp_a[2][16][16], kp_a_b[2][16][16];
    const int x = threadIdx.x, y = threadIdx.y;
    const int row = blockIdx.y * 16 + y, column = blockIdx.x * 16 + x;

    // kpipe: pipelined where these hold, else the loop as written
    auto kp_clear = [](const volatile void *kp_a, long long kp_a_from, long long kp_a_to,
                    const volatile void *kp_b, long long kp_b_from, long long kp_b_to) {
        return reinterpret_cast<long long>(kp_a) + kp_a_to <= reinterpret_cast<long long>(kp_b) + kp_b_from ||
                reinterpret_cast<long long>(kp_b) + kp_b_to <= reinterpret_cast<long long>(kp_a) + kp_a_from;
    };
    const bool kp_apart =
        size_t(blockIdx.y) <= 2147483647 &&
        size_t(blockIdx.x) <= 2147483647 &&
        16LL * blockIdx.y + 1LL * blockDim.y <= 2147483648LL &&
        16LL * blockIdx.x + 1LL * blockDim.x <= 2147483648LL &&
        kp_clear(A, 4096LL * blockIdx.y, 4LL * blockDim.x + 4096LL * blockIdx.y + 256LL * blockDim.y - (4LL),
                C, 4096LL * blockIdx.y + 64LL * blockIdx.x, 4096LL * blockIdx.y + 256LL * blockDim.y + 64LL * blockIdx.x + 4LL * blockDim.x - (256LL)) &&
        kp_clear(B, 64LL * blockIdx.x, 64LL * blockIdx.x + 4LL * blockDim.x + 15872LL + 256LL * blockDim.y,
                C, 4096LL * blockIdx.y + 64LL * blockIdx.x, 4096LL * blockIdx.y + 256LL * blockDim.y + 64LL * blockIdx.x + 4LL * blockDim.x - (256LL));
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_apart) {
        auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &a = kp_a[kp_stage];
            auto &b = kp_a_b[kp_stage];
            __pipeline_memcpy_async(&a[y][x], &A[row][k + x], sizeof(float));
            __pipeline_memcpy_async(&b[y][x], &B[k + y][column], sizeof(float));
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &a = kp_a[kp_stage];
            auto &b = kp_a_b[kp_stage];
            for (int i = 0; i < 16; i++)
                C[row * 64 + column] += a[y][i] * b[i][x];
        };
        {
            int k = 0;
            if (k < 64) {
                int kp_stage = 0;
                kp_load(k, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (k += 16; k < 64; k += 16) {
                    kp_load(k, kp_stage ^ 1);
                    kp_compute(kp_stage);
                    __pipeline_wait_prior(0);
                    __syncthreads();
                    kp_stage ^= 1;
                }
                kp_compute(kp_stage);
            }
        }
    } else { // kpipe: as written
        auto &a = kp_a[0];
        auto &b = kp_a_b[0];
        for (int k = 0; k < 64; k += 16) {
            a[y][x] = A[row][k + x];
            b[y][x] = B[k + y][column];
            __syncthreads();
            for (int i = 0; i < 16; i++)
                C[row * 64 + column] += a[y][i] * b[i][x];
            __syncthreads();
        }
    }
}
