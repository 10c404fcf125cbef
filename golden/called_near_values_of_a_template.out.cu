// kpipe: --stages 3
// What helpers return in the instance, in the words of the kernel.
#include <cuda_pipeline_primitives.h>
#include <type_traits>

template <typename X>
__device__ X fetch(const X *p, int i)
{
    return p[i];
}

template <typename X>
__device__ __forceinline__ X guarded(const X *p, int i, bool in)
{
    return in ? p[i] : X{};
}

template <typename T>
__global__ void __launch_bounds__(256) sums(const T *__restrict__ A, float *__restrict__ C, int n, int m)
{
    __shared__ __align__(16) T kp_as[3][256];
    __shared__ __align__(16) T kp_bs[3][256];
    const int t = threadIdx.x;
    float sum = 0;

    // kpipe: as, bs in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 256 && m % 4 == 0 &&
        reinterpret_cast<size_t>(A) % 16 == 0;
    static_assert(::std::is_same<T, float>::value, "kpipe: T has changed: run kpipe again");
    static_assert(::std::is_arithmetic<T>::value && !::std::is_volatile<T>::value,
                  "kpipe: made for other types; run kpipe again");
    // kpipe 0.1.0: pipelined, cp.async, 3 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&, k = 0](int kp_stage) mutable __attribute__((always_inline)) {
            auto &as = kp_as[kp_stage];
            auto &bs = kp_bs[kp_stage];
            if (k < n) {
                {
                    const unsigned int kp_v = threadIdx.x;
                    if (kp_v < 64) {
                        const unsigned int kp_x = kp_v * 4;
                        const int t = kp_x;
                        if (k + t < m)
                            __pipeline_memcpy_async(&as[t], &A[(k + t)], sizeof(uint4));
                        else
                            *reinterpret_cast<uint4 *>(&as[t]) = make_uint4(0, 0, 0, 0);
                    }
                }
                {
                    const unsigned int kp_v = threadIdx.x;
                    if (kp_v < 64 && __activemask()) { // true: to keep a branch
                        const unsigned int kp_x = kp_v * 4;
                        const int t = kp_x;
                        __pipeline_memcpy_async(&bs[t], &A[(2 * k + t)], sizeof(uint4));
                    }
                }
                k += 256;
            }
            __pipeline_commit();
        };
        kp_load(0);
        kp_load(1);
        int kp_stage = 0, kp_next = 2;
        for (int k = 0; k < n; k += 256) {
            __pipeline_wait_prior(1);
            __syncthreads();
            kp_load(kp_next);
            auto &as = kp_as[kp_stage];
            auto &bs = kp_bs[kp_stage];
            kp_next = kp_stage;
            kp_stage = kp_stage + 1 < 3 ? kp_stage + 1 : 0;
            for (int j = 0; j < 256; j++)
                sum += as[(j + t) % 256] * bs[j];
        }
    } else { // kpipe: as written
        auto &as = kp_as[0];
        auto &bs = kp_bs[0];
        for (int k = 0; k < n; k += 256) {
            as[t] = guarded(A, k + t, k + t < m);
            bs[t] = fetch(A, 2 * k + t);
            __syncthreads();
            for (int j = 0; j < 256; j++)
                sum += as[(j + t) % 256] * bs[j];
            __syncthreads();
        }
    }
    C[t] = sum;
}

void run(const float *A, float *C, int n, int m)
{
    sums<<<1, 256>>>(A, C, n, m);
}
