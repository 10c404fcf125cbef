// kpipe: --merge 2x2
// The members are read one by one, but their record is aligned to 16 bytes: the compiler reads a vector.
#include <cuda_pipeline_primitives.h>

#define T 8
struct __align__(16) four {
    int v[4];
    __device__ int all() const { return v[0] + 2 * v[1] + 3 * v[2] + 4 * v[3]; }
};
__device__ int of(const int *p)
{
    return reinterpret_cast<const four *>(p)->all();
}
__global__ void gemm(const int *__restrict__ A, const int *__restrict__ B, int *__restrict__ C, int n)
{
    __shared__ __align__(16) int kp_As[2][T][T];
    __shared__ __align__(16) int kp_Bs[2][T][T];
    __shared__ int extra[T * T + 2];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int row = blockIdx.y * T + ty;
    const int col = blockIdx.x * T + tx;
    int sum = 0;

    // kpipe: As, Bs in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == T && blockDim.y == T && n % 4 == 0 &&
        reinterpret_cast<size_t>(A) % 16 == 0 && reinterpret_cast<size_t>(B) % 16 == 0;
    static_assert(T == 8, "kpipe: T has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &As = kp_As[kp_stage];
            auto &Bs = kp_Bs[kp_stage];
            {
                const unsigned int kp_v = threadIdx.y * T + threadIdx.x;
                if (kp_v < 16 && __activemask()) { // true: to keep a branch
                    const unsigned int kp_x = kp_v % 2 * 4, kp_y = kp_v / 2;
                    const int ty = kp_y;
                    const int tx = kp_x;
                    const int row = blockIdx.y * T + ty;
                    __pipeline_memcpy_async(&As[ty][tx], &A[row * n + k + tx], sizeof(uint4));
                }
            }
            {
                const unsigned int kp_v = threadIdx.y * T + threadIdx.x;
                if (kp_v < 16 && __activemask()) { // true: to keep a branch
                    const unsigned int kp_x = kp_v % 2 * 4, kp_y = kp_v / 2;
                    const int ty = kp_y;
                    const int tx = kp_x;
                    const int col = blockIdx.x * T + tx;
                    __pipeline_memcpy_async(&Bs[ty][tx], &B[(k + ty) * n + col], sizeof(uint4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &As = kp_As[kp_stage];
            auto &Bs = kp_Bs[kp_stage];
            for (int i = 0; i < T; i++)
                sum += As[ty][i] * Bs[i][tx];
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
                __syncthreads();
            }
        }
    } else { // kpipe: as written
        auto &As = kp_As[0];
        auto &Bs = kp_Bs[0];
        for (int k = 0; k < n; k += T) {
            As[ty][tx] = A[row * n + k + tx];
            Bs[ty][tx] = B[(k + ty) * n + col];
            __syncthreads();
            for (int i = 0; i < T; i++)
                sum += As[ty][i] * Bs[i][tx];
            __syncthreads();
        }
    }
    extra[ty * T + tx] = sum;
    __syncthreads();
    sum += of(&extra[tx * 4]);
    C[row * n + col] = sum;
}
