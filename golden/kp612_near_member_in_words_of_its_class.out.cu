// In a member's declaration S is the class's: the kernel's S is another type, and its value a float.
#include <type_traits>

struct doubles {
    using value = double;
};
struct floats {
    using value = float;
};
template <typename S> struct holder {
    const typename S::value *from;
};
template <typename S> struct wide {
    using type = doubles;
};

template <typename S>
__global__ void __launch_bounds__(256)
    sums(const double *__restrict__ A, const typename S::value *__restrict__ B, float *__restrict__ out, int n)
{
    __shared__ struct alignas(128) { double as[8][33]; } kp_as[2];
    const int row = threadIdx.y, column = threadIdx.x;
    const holder<typename wide<S>::type> a = {A};
    float sum = 0.0f;

    static_assert(::std::is_same<S, floats>::value, "kpipe: S has changed: run kpipe again");
    static_assert(::std::is_same<S, floats>::value,
                  "kpipe: made for other types; run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    double kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = a.from[row * n + k + column];
    };
    auto kp_compute = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &as = kp_as[kp_stage].as;
        for (int j = 0; j < 32; ++j)
            sum += float(as[row][j] * 1000.0 - float(as[row][j]) * 1000.0) * float(B[k + j]);
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &as = kp_as[kp_stage].as;
        as[row][column] = kp_r0;
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

void launch(const double *A, const float *B, float *out, int n)
{
    sums<floats><<<1, dim3(32, 8)>>>(A, B, out, n);
}
