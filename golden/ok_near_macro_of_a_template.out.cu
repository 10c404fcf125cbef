// A macro for the template's head opens nothing to callers in other files.
#include <cuda_pipeline_primitives.h>
#include <type_traits>

#define TEMPLATE template <typename T>
TEMPLATE
__device__ void tiles(const T *__restrict__ A, const T *__restrict__ B, T *__restrict__ C, int n)
{
    __shared__ __align__(16) T kp_as[2][16][16];
    __shared__ __align__(16) T kp_bs[2][16][16];
    const int tx = threadIdx.x & 15, ty = threadIdx.x / 16, row = blockIdx.y * 16 + ty, column = blockIdx.x * 16 + tx;
    T sum = 0;

    // kpipe: as, bs in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 256 && n % 4 == 0 &&
        reinterpret_cast<size_t>(A) % 16 == 0 && reinterpret_cast<size_t>(B) % 16 == 0;
    if (kp_wide) // others copy what a thread had to itself
        __syncthreads();
    static_assert(::std::is_same<T, float>::value, "kpipe: T has changed: run kpipe again");
    static_assert(::std::is_arithmetic<T>::value && !::std::is_volatile<T>::value,
                  "kpipe: made for other types; run kpipe again");
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &as = kp_as[kp_stage];
            auto &bs = kp_bs[kp_stage];
            {
                const unsigned int kp_v = threadIdx.x;
                if (kp_v < 64 && __activemask()) { // true: to keep a branch
                    const unsigned int kp_x = kp_v * 4;
                    const int ty = kp_x / 16;
                    const int tx = kp_x & 15;
                    const int row = blockIdx.y * 16 + ty;
                    __pipeline_memcpy_async(&as[ty][tx], &A[row * n + k + tx], sizeof(uint4));
                }
            }
            {
                const unsigned int kp_v = threadIdx.x;
                if (kp_v < 64 && __activemask()) { // true: to keep a branch
                    const unsigned int kp_x = kp_v * 4;
                    const int ty = kp_x / 16;
                    const int tx = kp_x & 15;
                    const int column = blockIdx.x * 16 + tx;
                    __pipeline_memcpy_async(&bs[ty][tx], &B[(k + ty) * n + column], sizeof(uint4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &as = kp_as[kp_stage];
            auto &bs = kp_bs[kp_stage];
            for (int j = 0; j < 16; j++)
                sum += as[ty][j] * bs[j][tx];
        };
        {
            int k = 0;
            if (k < n) {
                int kp_stage = 0;
                kp_load(k, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (k += 16; k < n; k += 16) {
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
        auto &as = kp_as[0];
        auto &bs = kp_bs[0];
        for (int k = 0; k < n; k += 16) {
            as[ty][tx] = A[row * n + k + tx];
            bs[ty][tx] = B[(k + ty) * n + column];
            __syncthreads();
            for (int j = 0; j < 16; j++)
                sum += as[ty][j] * bs[j][tx];
            __syncthreads();
        }
    }
    C[row * n + column] = sum;
}
static __global__ void __launch_bounds__(256) product(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int n)
{
    tiles(A, B, C, n);
}
void run(const float *A, const float *B, float *C, int n)
{
    product<<<dim3(n / 16, n / 16), 256>>>(A, B, C, n);
}
