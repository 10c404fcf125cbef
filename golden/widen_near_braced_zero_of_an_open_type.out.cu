// kpipe: --stages 3
// T{} and T{0} of a number, or of CUDA's classes of them, are zero.
#include <cuda_pipeline_primitives.h>
#include <type_traits>

template <typename T>
__global__ void __launch_bounds__(256) sums(const T *__restrict__ A, float *__restrict__ C, int n, int m)
{
    __shared__ __align__(16) T kp_as[3][1024];
    __shared__ __align__(16) T kp_bs[3][1024];
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
                    const int i = t * 4;
                    if (k + i < m)
                        __pipeline_memcpy_async(&as[i], &A[k + i], sizeof(uint4));
                    else
                        *reinterpret_cast<uint4 *>(&as[i]) = make_uint4(0, 0, 0, 0);
                    if (k + i < m)
                        __pipeline_memcpy_async(&bs[i], &A[k + 1024 + i], sizeof(uint4));
                    else
                        *reinterpret_cast<uint4 *>(&bs[i]) = make_uint4(0, 0, 0, 0);
                }
                k += 1024;
            }
            __pipeline_commit();
        };
        kp_load(0);
        kp_load(1);
        int kp_stage = 0, kp_next = 2;
        for (int k = 0; k < n; k += 1024) {
            __pipeline_wait_prior(1);
            __syncthreads();
            kp_load(kp_next);
            auto &as = kp_as[kp_stage];
            auto &bs = kp_bs[kp_stage];
            kp_next = kp_stage;
            kp_stage = kp_stage + 1 < 3 ? kp_stage + 1 : 0;
            for (int j = 0; j < 1024; j++)
                sum += as[(j + t) % 1024] * bs[j];
        }
    } else { // kpipe: as written
        auto &as = kp_as[0];
        auto &bs = kp_bs[0];
        for (int k = 0; k < n; k += 1024) {
            for (int i = t; i < 1024; i += 256) {
                as[i] = k + i < m ? A[k + i] : T{};
                T v = k + i < m ? A[k + 1024 + i] : T{0};
                bs[i] = v;
            }
            __syncthreads();
            for (int j = 0; j < 1024; j++)
                sum += as[(j + t) % 1024] * bs[j];
            __syncthreads();
        }
    }
    C[t] = sum;
}

void run(const float *A, float *C, int n, int m)
{
    sums<<<1, 256>>>(A, C, n, m);
}
