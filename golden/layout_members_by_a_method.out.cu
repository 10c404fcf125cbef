// kpipe: --layout auto
// The method reads members, and the record promises 16 bytes: rows keep that.
#include <cuda_pipeline_primitives.h>

#define T 32
struct __align__(16) four {
    int v[4];
    __device__ int all() const { return v[0] + 2 * v[1] + 3 * v[2] + 4 * v[3]; }
};

__global__ void __launch_bounds__(256)
    gemm(const int *__restrict__ A, const int *__restrict__ B, int *__restrict__ C, int n)
{
    // kpipe 0.1.0: layout: rows of As have 4 elements more (revert this change to undo)
    __shared__ __align__(16) int kp_As[2][32][T + 4];
    __shared__ __align__(16) int kp_Bs[2][8][T];
    const int tx = threadIdx.x % 32, ty = threadIdx.x / 32;
    const int row = blockIdx.y * 32, col = blockIdx.x * 8;
    int sum = 0;

    // kpipe: As, Bs in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 256 && n % 4 == 0 &&
        reinterpret_cast<size_t>(A) % 16 == 0 && reinterpret_cast<size_t>(B) % 16 == 0;
    static_assert(T == 32, "kpipe: T has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &As = kp_As[kp_stage];
            auto &Bs = kp_Bs[kp_stage];
            {
                const unsigned int kp_v = threadIdx.x;
                const unsigned int kp_x = kp_v % 64 * 4;
                const int ty = kp_x / 32;
                const int tx = kp_x % 32;
            #pragma unroll
                for (int i = static_cast<int>(kp_v / 64) * 8; i < 32; i += 4 * 8) {
                    __pipeline_memcpy_async(&As[ty + i][tx], &A[(row + ty + i) * n + k + tx],
                                            sizeof(uint4));
                }
            }
            {
                const unsigned int kp_v = threadIdx.x;
                if (kp_v < 64 && __activemask()) { // true: to keep a branch
                    const unsigned int kp_x = kp_v * 4;
                    const int ty = kp_x / 32;
                    const int tx = kp_x % 32;
                    __pipeline_memcpy_async(&Bs[ty][tx], &B[(col + ty) * n + k + tx], sizeof(uint4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &As = kp_As[kp_stage];
            auto &Bs = kp_Bs[kp_stage];
            for (int i = 0; i < T; i += 4)
                sum += reinterpret_cast<const four *>(&As[tx][i])->all() * Bs[ty][i];
        };
        {
            int k = 0;
            if (k < n) {
                int kp_stage = 0;
                kp_load(k, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (k += T; k < n; k += T) {
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
        auto &As = kp_As[0];
        auto &Bs = kp_Bs[0];
        for (int k = 0; k < n; k += T) {
            for (int i = 0; i < 32; i += 8)
                As[ty + i][tx] = A[(row + ty + i) * n + k + tx];
            Bs[ty][tx] = B[(col + ty) * n + k + tx];
            __syncthreads();
            for (int i = 0; i < T; i += 4)
                sum += reinterpret_cast<const four *>(&As[tx][i])->all() * Bs[ty][i];
            __syncthreads();
        }
    }
    C[(row + tx) * n + col + ty] = sum;
}
