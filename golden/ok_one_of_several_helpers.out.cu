// Which of them is called an instance decides; each computes a value of values and does nothing else.
#include <type_traits>

struct pair {
    float x, y;
};

__device__ static inline float mad(float a, float b, float c)
{
    return fmaf(a, b, c);
}

__device__ static inline double mad(double a, double b, double c)
{
    double product = a;

    product *= b;
    return product + c;
}

__device__ static inline pair mad(pair a, pair b, pair c)
{
    c.x = mad(a.x, b.x, c.x);
    c.y += a.y * b.y;
    return c;
}

__device__ static inline pair operator*(pair a, float by)
{
    return pair{a.x * by, a.y * by};
}

__device__ static inline float from(float x, int lane)
{
    return __shfl_sync(0xffffffff, x, lane);
}

__device__ static inline int from(int x, int lane)
{
    return lane < 0 ? 0 : __shfl_sync(0xffffffff, x, lane);
}

template <typename T>
__global__ void rows(const T *__restrict__ A, T *__restrict__ B, T by, int n)
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
            sum = mad(tile[j], from(sum, j), tile[31 - j] * by);
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage].tile;
        tile[t] = kp_r0;
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
