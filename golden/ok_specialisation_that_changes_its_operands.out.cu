// One of the specialisations changes elements of the tiles.
#include <type_traits>

namespace lib {
template <typename T> __device__ T fused(T &p, T &q, T r);
template <> __device__ float fused(float &p, float &q, float r) { return fmaf(p, q, r); }
template <> __device__ double fused(double &p, double &q, double r)
{
    p = r;
    q = r;
    return fma(p, q, r);
}
} // namespace lib

template <int B, typename T> static __device__ void product(T *__restrict__ c, const T *__restrict__ a, const T *__restrict__ b, int n)
{
    __shared__ T as[B][B], bs[B][B];
    const int x = threadIdx.x, y = threadIdx.y;
    T acc = 0;

    static_assert(((B == 32 && ::std::is_same<T, float>::value) || (B == 32 && ::std::is_same<T, double>::value)),
                  "kpipe: B or T has changed: run kpipe again");
    static_assert(::std::is_arithmetic<T>::value && !::std::is_volatile<T>::value,
                  "kpipe: made for other types; run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, one buffer (revert this change to undo)
    T kp_r0, kp_r1;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = a[y * n + k + x];
        kp_r1 = b[(k + y) * n + x];
    };
    auto kp_compute = [&]() __attribute__((always_inline)) {
        for (int i = 0; i < B; i++)
            acc = lib::fused<T>(as[y][i], bs[i][x], acc);
    };
    auto kp_store = [&]() __attribute__((always_inline)) {
        as[y][x] = kp_r0;
        bs[y][x] = kp_r1;
    };
    {
        int k = 0;
        if (k < n) {
            kp_fetch(k);
            kp_store();
            __syncthreads();
            for (k += B; k < n; k += B) {
                kp_fetch(k);
                kp_compute();
                __syncthreads();
                kp_store();
                __syncthreads();
            }
            kp_compute();
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
