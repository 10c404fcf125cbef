// kpipe: --variant ldg
// Compute's loop calls a function and keeps the function's variable; the copies get one of their own.
#include <type_traits>

__device__ float mix(float a, float b)
{
    return a * a + b;
}

template <class T, int STEP>
__global__ void f(const T *__restrict__ x, T *__restrict__ out, int n)
{
    __shared__ struct alignas(128) { T tile[256]; } kp_tile[2];
    int i, k;
    const int t = threadIdx.x;
    T sum = 0;

    static_assert(::std::is_same<T, float>::value && STEP == 128,
                  "kpipe: T or STEP has changed: run kpipe again");
    static_assert(::std::is_arithmetic<T>::value && !::std::is_volatile<T>::value,
                  "kpipe: made for other types; run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    T kp_r0[(256 / STEP) > 0 ? (256 / STEP) : 1];
    auto kp_fetch = [&]() __attribute__((always_inline)) {
        #pragma unroll
        for (i = 0; i < 256 / STEP; i++)
            kp_r0[i] = x[k + t + i * STEP];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage].tile;
        for (i = 1; i < 4; i++)
            sum = mix(sum, tile[t ^ i]);
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage].tile;
        #pragma unroll
        for (i = 0; i < 256 / STEP; i++)
            tile[t + i * STEP] = kp_r0[i];
    };
    k = 0;
    if (k < n) {
        int kp_stage = 0;
        kp_fetch();
        kp_store(kp_stage);
        __syncthreads();
        for (k += 256; k < n; k += 256) {
            kp_fetch();
            kp_compute(kp_stage);
            kp_store(kp_stage ^ 1);
            __syncthreads();
            kp_stage ^= 1;
        }
        kp_compute(kp_stage);
    }
    out[blockIdx.x * STEP + t] = sum;
}

template __global__ void f<float, 128>(const float *, float *, int);
