// Which of them it is decides a value only; the template's are for calls that name its parameter.
#include <type_traits>

__device__ static inline float seen(const float &x)
{
    return x;
}

__device__ static inline double seen(const double &x)
{
    return x;
}

__device__ static inline float2 seen(const float2 &x)
{
    return make_float2(x.x, -x.y);
}

template <int way>
__device__ static inline float seen(const float &x)
{
    return -x;
}

template <>
__device__ inline float seen<0>(const float &x)
{
    return x;
}

template <typename T, int way>
__device__ static inline T turned(T &x)
{
    if (way)
        return seen(x);
    return x;
}

template <typename T>
__global__ void rows(const T *__restrict__ A, T *__restrict__ B, int n)
{
    constexpr int kp_stages = 2 * (sizeof(T[32])) <= 48896 ? 2 : 1;
    __shared__ struct alignas(128) { T tile[32]; } kp_tile[kp_stages];
    const int t = threadIdx.x;
    T sum = 0;

    static_assert(::std::is_arithmetic<T>::value && !::std::is_volatile<T>::value,
                  "kpipe: made for other types; run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    T kp_r0;
    auto kp_fetch = [&](int r) __attribute__((always_inline)) {
        kp_r0 = A[r * 32 + t];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage].tile;
        for (int j = 0; j < 32; j++)
            sum += seen(tile[j]);
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage].tile;
        T x = kp_r0;
        tile[t] = turned<T, 1>(x);
    };
    {
        int r = 0;
        if (r < n) {
            int kp_stage = 0;
            kp_fetch(r);
            kp_store(kp_stage);
            __syncthreads();
            for (r++; r < n; r++) {
                kp_fetch(r);
                kp_compute(kp_stage);
                if (kp_stages == 1)
                    __syncthreads();
                kp_store(kp_stage ^ (kp_stages - 1));
                __syncthreads();
                kp_stage ^= kp_stages - 1;
            }
            kp_compute(kp_stage);
            __syncthreads();
        }
    }
    B[t] = sum;
}
