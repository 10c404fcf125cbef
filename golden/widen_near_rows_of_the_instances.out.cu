// kpipe: --stages 2
// Rows in one dimension: the instances' sizes say that no two trips make one element. The helper's
// pointers have the types of what it is given.
#include <cuda_pipeline_primitives.h>
#include <type_traits>

template <typename U>
__device__ __forceinline__ void fill(U *to, const U *__restrict__ from, int n, int ld, int t)
{
    for (int i = t; i < n; i += 256)
        to[i] = from[i];
}

template <typename T, int LD>
__global__ void __launch_bounds__(256) sums(const T *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ __align__(16) T kp_as[2][32 * LD];
    __shared__ __align__(128) T kp_bs[2][1024];
    const int t = threadIdx.x;
    float sum = 0;

    // kpipe: as in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 256 && reinterpret_cast<size_t>(A) % 16 == 0;
    static_assert(::std::is_same<T, float>::value && LD == 32,
                  "kpipe: T or LD has changed: run kpipe again");
    static_assert(::std::is_arithmetic<T>::value && !::std::is_volatile<T>::value,
                  "kpipe: made for other types; run kpipe again");
    // kpipe 0.1.0: pipelined, cp.async and staging registers, 2 stages (revert this change to undo)
    if (kp_wide) {
        T kp_r0[4];
        auto kp_fetch = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &as = kp_as[kp_stage];
            {
                const int i = t * 4;
                __pipeline_memcpy_async(&as[i / 32 * LD + i % 32], &A[k + i], sizeof(uint4));
            }
            { // fill(), inlined
                {
                    const auto *__restrict from = A + k;
                    int n = 1024;
                #pragma unroll
                    for (int i = t, kp_i = 0; kp_i < 4; i += 256, ++kp_i)
                        if (i < n)
                            kp_r0[kp_i] = from[i];
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &as = kp_as[kp_stage];
            auto &bs = kp_bs[kp_stage];
            { // fill(), inlined
                int kp_in0 = n;
                {
                    int ld = kp_in0;
                }
            }
            for (int j = 0; j < 32; j++)
                sum += as[(t % 32) * LD + j] * bs[j * 32 + t % 32];
        };
        auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
            auto &bs = kp_bs[kp_stage];
            { // fill(), inlined
                {
                    auto &to = bs;
                    int n = 1024;
                #pragma unroll
                    for (int i = t, kp_i = 0; kp_i < 4; i += 256, ++kp_i)
                        if (i < n)
                            to[i] = kp_r0[kp_i];
                }
            }
        };
        {
            int k = 0;
            if (k < n) {
                int kp_stage = 0;
                kp_fetch(k, kp_stage);
                kp_store(kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (k += 1024; k < n; k += 1024) {
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
        auto &as = kp_as[0];
        auto &bs = kp_bs[0];
        for (int k = 0; k < n; k += 1024) {
            for (int i = t; i < 1024; i += 256)
                as[i / 32 * LD + i % 32] = A[k + i];
            { // fill(), inlined
                int kp_in0 = n;
                {
                    auto &to = bs;
                    const auto *__restrict from = A + k;
                    int n = 1024;
                    int ld = kp_in0;
                    for (int i = t; i < n; i += 256)
                        to[i] = from[i];
                }
            }
            __syncthreads();
            for (int j = 0; j < 32; j++)
                sum += as[(t % 32) * LD + j] * bs[j * 32 + t % 32];
            __syncthreads();
        }
    }
    C[t] = sum;
}

void run(const float *A, float *C, int n)
{
    sums<float, 32><<<1, 256>>>(A, C, n);
}
