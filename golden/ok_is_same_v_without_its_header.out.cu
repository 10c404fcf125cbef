// std::is_same_v without <type_traits> has the value that it has with it.
#include <cuda_pipeline_primitives.h>
#include <type_traits>

template <typename T>
__global__ __launch_bounds__(1024) void product(const T *A, const T *B, T *C, int N, int K)
{
    __shared__ __align__(16) T kp_As[2][32][32], kp_As_Bs[2][32][32];
    int tx = threadIdx.x, ty = threadIdx.y;
    T acc = 0;

    static_assert(std::is_same_v<T, float> && !std::is_same_v<T, const float>, "float");
    // kpipe: As, Bs in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 32 && blockDim.y == 32 && K % 4 == 0 &&
        reinterpret_cast<size_t>(A) % 16 == 0 && N % 4 == 0 &&
        reinterpret_cast<size_t>(B) % 16 == 0;
    static_assert(::std::is_same<T, float>::value, "kpipe: T has changed: run kpipe again");
    static_assert(::std::is_arithmetic<T>::value && !::std::is_volatile<T>::value,
                  "kpipe: made for other types; run kpipe again");
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &As = kp_As[kp_stage];
            auto &Bs = kp_As_Bs[kp_stage];
            {
                const unsigned int kp_v = threadIdx.y * 32 + threadIdx.x;
                if (kp_v < 256 && __activemask()) { // true: to keep a branch
                    const unsigned int kp_x = kp_v % 8 * 4, kp_y = kp_v / 8;
                    int ty = kp_y;
                    int tx = kp_x;
                    __pipeline_memcpy_async(&As[ty][tx], &A[ty * K + k + tx], sizeof(uint4));
                }
            }
            {
                const unsigned int kp_v = threadIdx.y * 32 + threadIdx.x;
                if (kp_v < 256 && __activemask()) { // true: to keep a branch
                    const unsigned int kp_x = kp_v % 8 * 4, kp_y = kp_v / 8;
                    int ty = kp_y;
                    int tx = kp_x;
                    __pipeline_memcpy_async(&Bs[ty][tx], &B[(k + ty) * N + tx], sizeof(uint4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &As = kp_As[kp_stage];
            auto &Bs = kp_As_Bs[kp_stage];
            for (int i = 0; i < 32; i++)
                acc += As[ty][i] * Bs[i][tx];
        };
        {
            int k = 0;
            if (k < K) {
                int kp_stage = 0;
                kp_load(k, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (k += 32; k < K; k += 32) {
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
        auto &Bs = kp_As_Bs[0];
        for (int k = 0; k < K; k += 32) {
            As[ty][tx] = A[ty * K + k + tx];
            Bs[ty][tx] = B[(k + ty) * N + tx];
            __syncthreads();
            for (int i = 0; i < 32; i++)
                acc += As[ty][i] * Bs[i][tx];
            __syncthreads();
        }
    }
    C[ty * N + tx] = acc;
}

void run(float *a, float *b, float *c)
{
    product<<<1, dim3(32, 32)>>>(a, b, c, 32, 32);
}
