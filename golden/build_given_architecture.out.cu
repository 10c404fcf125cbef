// Which branch it is follows from the GPUs that kpipe plans for, and from CUDA: the output says so.
#include <cuda_fp16.h>
#include <type_traits>

#if (defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 700) || defined(USE_ROCM) /* older ones */
static __device__ void atomicAdd(__half *at, __half v)
{
    *at = __hadd(*at, v);
}
#endif

#ifdef _WIN32
using uint = unsigned int;
#else
#define uint unsigned int
#endif

template <typename T>
__global__ void scores(const T *__restrict__ x, const T *__restrict__ w, T *__restrict__ y, uint n)
{
    constexpr int kp_stages = 2 * (sizeof(T[128])) <= 48896 ? 2 : 1;
    __shared__ struct alignas(128) { T tile[128]; } kp_tile[kp_stages];
    const int t = threadIdx.x;

    #if (defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 700) || defined(USE_ROCM)
    #error "kpipe: not the build that this was made for: run kpipe again"
    #endif
    #if defined(_WIN32)
    #error "kpipe: not the build that this was made for: run kpipe again"
    #endif
    static_assert((::std::is_arithmetic<T>::value && !::std::is_volatile<T>::value) || ::std::is_same<T, __half>::value,
                  "kpipe: made for other types; run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    T kp_r0;
    auto kp_fetch = [&](unsigned int i) __attribute__((always_inline)) {
        kp_r0 = x[i + t];
    };
    auto kp_compute = [&](unsigned int i, int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage].tile;
        T sum = 0;
        for (int j = 0; j < 128; ++j)
            sum += w[j * 128 + t] * tile[j];
        atomicAdd(&y[i + t], sum);
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage].tile;
        tile[t] = kp_r0;
    };
    {
        uint i = 0;
        if (i < n) {
            int kp_stage = 0;
            kp_fetch(i);
            kp_store(kp_stage);
            __syncthreads();
            unsigned int kp_i = i;
            for (i += 128; i < n; i += 128) {
                kp_fetch(i);
                kp_compute(kp_i, kp_stage);
                if (kp_stages == 1)
                    __syncthreads();
                kp_store(kp_stage ^ (kp_stages - 1));
                __syncthreads();
                kp_i = i;
                kp_stage ^= kp_stages - 1;
            }
            kp_compute(kp_i, kp_stage);
        }
    }
}
