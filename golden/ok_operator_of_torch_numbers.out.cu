// kpipe: -- -isystem places
// Where no operator is in sight the language's own stands in the text; for PyTorch's numbers it is a library's function, which
// computes as it does.
#include <c10/util/BFloat16.h>
#include <type_traits>
template <typename T>
__global__ void k(const T *__restrict__ x, const T *__restrict__ w, T *__restrict__ y, int n)
{
    __shared__ struct alignas(128) { T s[128]; } kp_s[2];
    const int t = threadIdx.x;
    float acc = 0.0f;

    static_assert((::std::is_arithmetic<T>::value && !::std::is_volatile<T>::value) || ::std::is_same<T, c10::BFloat16>::value,
                  "kpipe: made for other types; run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    T kp_r0;
    auto kp_fetch = [&](int i) __attribute__((always_inline)) {
        kp_r0 = x[i + t];
    };
    auto kp_compute = [&](int i, int kp_stage) __attribute__((always_inline)) {
        auto &s = kp_s[kp_stage].s;
        const T v = w[i];
        for (int j = 0; j < 128; ++j)
            acc += float(s[j] - v);
        y[blockIdx.x * n + i + t] = T(acc);
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &s = kp_s[kp_stage].s;
        s[t] = kp_r0;
    };
    {
        int i = 0;
        if (i < n) {
            int kp_stage = 0;
            kp_fetch(i);
            kp_store(kp_stage);
            __syncthreads();
            int kp_i = i;
            for (i += 128; i < n; i += 128) {
                kp_fetch(i);
                kp_compute(kp_i, kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_i = i;
                kp_stage ^= 1;
            }
            kp_compute(kp_i, kp_stage);
        }
    }
}
void go(const c10::BFloat16 *x, const c10::BFloat16 *w, c10::BFloat16 *y, int n) { k<<<8, 128>>>(x, w, y, n); }
