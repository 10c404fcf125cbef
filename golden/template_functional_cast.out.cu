// float(x) of a template's element: what it reads waits for the instance, what it is does not.
#include <type_traits>

template <typename F>
__global__ void sums(const F *__restrict__ A, const F *__restrict__ B, const F *__restrict__ D,
                     float *__restrict__ C, int n)
{
    __shared__ __align__(128) float kp_a[2][128], kp_a_b[2][128];
    __shared__ __align__(128) unsigned kp_d[2][128];
    const int t = threadIdx.x;
    float sum = 0;

    static_assert(::std::is_arithmetic<F>::value && !::std::is_volatile<F>::value,
                  "kpipe: made for other types; run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    F kp_r0, kp_r1, kp_r2;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = A[k + t];
        kp_r1 = B[k + t];
        kp_r2 = __ldg(&D[k + t]);
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &a = kp_a[kp_stage];
        auto &b = kp_a_b[kp_stage];
        auto &d = kp_d[kp_stage];
        for (int j = 0; j < 128; ++j)
            sum += a[j] * b[j ^ t] * d[j];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &a = kp_a[kp_stage];
        auto &b = kp_a_b[kp_stage];
        auto &d = kp_d[kp_stage];
        a[t] = float(kp_r0);
        b[t] = float{kp_r1} + 1;
        d[t] = unsigned(kp_r2);
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            for (k += 128; k < n; k += 128) {
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    C[blockIdx.x * 128 + t] = sum;
}
template __global__ void sums<float>(const float *, const float *, const float *, float *, int);
