// Parameters written as arrays, and pointers to rows, are arrays of their rows' elements.
#include <cuda_pipeline_primitives.h>

__global__ void product(float A[64][48], const float (*B)[32], float C[][32])
{
    __shared__ __align__(16) float kp_a[2][16][16], kp_a_b[2][16][16];
    const int x = threadIdx.x, y = threadIdx.y;
    const int row = blockIdx.y * 16 + y, column = blockIdx.x * 16 + x;
    float sum = 0.0f;

    // kpipe: a, b in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 16 && blockDim.y == 16 &&
        reinterpret_cast<size_t>(A) % 16 == 0 && reinterpret_cast<size_t>(B) % 16 == 0;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &a = kp_a[kp_stage];
            auto &b = kp_a_b[kp_stage];
            {
                const unsigned int kp_v = threadIdx.y * 16 + threadIdx.x;
                if (kp_v < 64 && __activemask()) { // true: to keep a branch
                    const unsigned int kp_x = kp_v % 4 * 4, kp_y = kp_v / 4;
                    const int y = kp_y;
                    const int x = kp_x;
                    const int row = blockIdx.y * 16 + y;
                    __pipeline_memcpy_async(&a[y][x], &A[row][k + x], sizeof(float4));
                }
            }
            {
                const unsigned int kp_v = threadIdx.y * 16 + threadIdx.x;
                if (kp_v < 64 && __activemask()) { // true: to keep a branch
                    const unsigned int kp_x = kp_v % 4 * 4, kp_y = kp_v / 4;
                    const int y = kp_y;
                    const int x = kp_x;
                    const int column = blockIdx.x * 16 + x;
                    __pipeline_memcpy_async(&b[y][x], &B[k + y][column], sizeof(float4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &a = kp_a[kp_stage];
            auto &b = kp_a_b[kp_stage];
            for (int i = 0; i < 16; i++)
                sum += a[y][i] * b[i][x];
        };
        {
            int k = 0;
            if (k < 48) {
                int kp_stage = 0;
                kp_load(k, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (k += 16; k < 48; k += 16) {
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
        for (int k = 0; k < 48; k += 16) {
            a[y][x] = A[row][k + x];
            b[y][x] = B[k + y][column];
            __syncthreads();
            for (int i = 0; i < 16; i++)
                sum += a[y][i] * b[i][x];
            __syncthreads();
        }
    }
    C[row][column] = sum;
}

void launch(float (*A)[48], float (*B)[32], float (*C)[32])
{
    product<<<dim3(2, 4), dim3(16, 16)>>>(A, B, C);
}
