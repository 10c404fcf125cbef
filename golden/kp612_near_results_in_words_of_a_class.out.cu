// What a method or a helper returns is in their words, too: their S is doubles, and the kernel's is floats.
#include <type_traits>

struct doubles {
    using value = double;
};
struct floats {
    using value = float;
};
template <typename S> struct wide {
    using type = doubles;
};
template <typename S> struct source {
    const typename S::value *p;
    int pitch;
    __device__ const typename S::value *operator[](int i) const { return p + i * pitch; }
};

template <typename S> __device__ const typename S::value *row_of(const typename S::value *p, int pitch, int i)
{
    return p + i * pitch;
}

template <typename S>
__global__ void __launch_bounds__(256)
    by_methods(const source<typename wide<S>::type> a, const typename S::value *__restrict__ B, float *__restrict__ out, int n)
{
    __shared__ struct alignas(128) { double s[8][33]; } kp_s[2];
    const int row = threadIdx.y, column = threadIdx.x;
    float sum = 0.0f;

    static_assert(::std::is_same<S, floats>::value, "kpipe: S has changed: run kpipe again");
    static_assert(::std::is_same<S, floats>::value,
                  "kpipe: made for other types; run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    double kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = a[row][k + column];
    };
    auto kp_compute = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &s = kp_s[kp_stage].s;
        for (int j = 0; j < 32; ++j)
            sum += float(s[row][j] * 1000.0 - float(s[row][j]) * 1000.0) * float(B[k + j]);
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &s = kp_s[kp_stage].s;
        s[row][column] = kp_r0;
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            int kp_k = k;
            for (k += 32; k < n; k += 32) {
                kp_fetch(k);
                kp_compute(kp_k, kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_k = k;
                kp_stage ^= 1;
            }
            kp_compute(kp_k, kp_stage);
            __syncthreads();
        }
    }
    out[row * 32 + column] = sum;
}

template <typename S>
__global__ void __launch_bounds__(256)
    by_helpers(const double *__restrict__ A, const typename S::value *__restrict__ B, float *__restrict__ out, int n)
{
    __shared__ struct alignas(128) { double s[8][33]; } kp_s[2];
    const int row = threadIdx.y, column = threadIdx.x;
    float sum = 0.0f;

    static_assert(::std::is_same<S, floats>::value, "kpipe: S has changed: run kpipe again");
    static_assert(::std::is_same<S, floats>::value,
                  "kpipe: made for other types; run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    double kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        const auto *p = row_of<typename wide<S>::type>(A, n, row);
        kp_r0 = p[k + column];
    };
    auto kp_compute = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &s = kp_s[kp_stage].s;
        for (int j = 0; j < 32; ++j)
            sum += float(s[row][j] * 1000.0 - float(s[row][j]) * 1000.0) * float(B[k + j]);
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &s = kp_s[kp_stage].s;
        s[row][column] = kp_r0;
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            int kp_k = k;
            for (k += 32; k < n; k += 32) {
                kp_fetch(k);
                kp_compute(kp_k, kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_k = k;
                kp_stage ^= 1;
            }
            kp_compute(kp_k, kp_stage);
            __syncthreads();
        }
    }
    out[row * 32 + column] = sum;
}

void launch(source<doubles> a, const double *A, const float *B, float *out, int n)
{
    by_methods<floats><<<1, dim3(32, 8)>>>(a, B, out, n);
    by_helpers<floats><<<1, dim3(32, 8)>>>(A, B, out, n);
}
