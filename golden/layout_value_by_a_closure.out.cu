// kpipe: --layout auto
// A closure that returns the value of an element gives nobody its place.
#include <cuda_pipeline_primitives.h>

__global__ void __launch_bounds__(1024) k(const float *__restrict__ A, float *__restrict__ C, int n)
{
    // kpipe 0.1.0: layout: rows of s have 4 elements more (revert this change to undo)
    __shared__ __align__(16) float kp_s[2][32][32 + 4];
    const int x = threadIdx.x, y = threadIdx.y;
    float sum = 0;
    // kpipe: s in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 32 && blockDim.y == 32 &&
        reinterpret_cast<size_t>(A) % 16 == 0;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int i, int kp_stage) __attribute__((always_inline)) {
            auto &s = kp_s[kp_stage];
            {
                const unsigned int kp_v = threadIdx.y * 32 + threadIdx.x;
                if (kp_v < 256 && __activemask()) { // true: to keep a branch
                    const unsigned int kp_x = kp_v % 8 * 4, kp_y = kp_v / 8;
                    const int y = kp_y;
                    const int x = kp_x;
                    __pipeline_memcpy_async(&s[y][x], &A[(i * 32 + y) * 32 + x], sizeof(float4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &s = kp_s[kp_stage];
            auto get = [&](int r, int c) { return s[r][c]; };
            for (int j = 0; j < 32; ++j)
                sum += get(x, j) * (j + y);
        };
        {
            int i = 0;
            if (i < n) {
                int kp_stage = 0;
                kp_load(i, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (++i; i < n; ++i) {
                    kp_load(i, kp_stage ^ 1);
                    kp_compute(kp_stage);
                    __pipeline_wait_prior(0);
                    __syncthreads();
                    kp_stage ^= 1;
                }
                kp_compute(kp_stage);
            }
        }
    } else { // kpipe: as written
        auto &s = kp_s[0];
        for (int i = 0; i < n; ++i) {
            auto get = [&](int r, int c) { return s[r][c]; };
            s[y][x] = A[(i * 32 + y) * 32 + x];
            __syncthreads();
            for (int j = 0; j < 32; ++j)
                sum += get(x, j) * (j + y);
            __syncthreads();
        }
    }
    C[(blockIdx.x * 32 + y) * 32 + x] = sum;
}
void run(const float *A, float *C, int n) { k<<<1, dim3(32, 32)>>>(A, C, n); }
