// One of the specialisations waits for the block.
#include <type_traits>

namespace lib {
template <typename T> __device__ T fused(T p, T q, T r);
template <> __device__ float fused(float p, float q, float r) { return fmaf(p, q, r); }
template <> __device__ double fused(double p, double q, double r)
{
    __syncthreads();
    return fma(p, q, r);
}
} // namespace lib

template <int B, typename T> static __device__ void product(T *__restrict__ c, const T *__restrict__ a, const T *__restrict__ b, int n)
{
    constexpr int kp_stages = 2 * (sizeof(T[B][B]) + sizeof(T[B][B])) <= 48640 ? 2 : 1;
    __shared__ struct alignas(128) { T as[B][B], bs[B][B]; } kp_as[kp_stages];
    const int x = threadIdx.x, y = threadIdx.y;
    T acc = 0;

    static_assert(((B == 32 && ::std::is_same<T, float>::value) || (B == 32 && ::std::is_same<T, double>::value)),
                  "kpipe: B or T has changed: run kpipe again");
    static_assert(::std::is_arithmetic<T>::value && !::std::is_volatile<T>::value,
                  "kpipe: made for other types; run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    T kp_r0, kp_r1;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = a[y * n + k + x];
        kp_r1 = b[(k + y) * n + x];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &as = kp_as[kp_stage].as;
        auto &bs = kp_as[kp_stage].bs;
        for (int i = 0; i < B; i++)
            acc = lib::fused<T>(as[y][i], bs[i][x], acc);
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &as = kp_as[kp_stage].as;
        auto &bs = kp_as[kp_stage].bs;
        as[y][x] = kp_r0;
        bs[y][x] = kp_r1;
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            for (k += B; k < n; k += B) {
                kp_fetch(k);
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
    c[y * n + x] = acc;
}

template <int B, typename T> __global__ __launch_bounds__(1024) void kernel(T *__restrict__ c, const T *__restrict__ a, const T *__restrict__ b, int n)
{
    product<B>(c, a, b, n);
}

void launch(float *c, const float *a, const float *b, double *f, const double *d, const double *e, int n)
{
    kernel<32><<<1, dim3(32, 32)>>>(c, a, b, n);
    kernel<32><<<1, dim3(32, 32)>>>(f, d, e, n);
}
