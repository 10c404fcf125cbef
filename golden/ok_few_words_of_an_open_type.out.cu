// A word per thread goes through registers, where a template's parameters say how often a thread copies one of an open type.
#include <type_traits>

template <typename T, int ROWS>
__global__ void __launch_bounds__(256) sums(const T *__restrict__ A, T *__restrict__ C, int n)
{
    __shared__ struct alignas(128) { T s[ROWS * 32]; } kp_s[2];
    const int t = threadIdx.x;
    T sum = 0;

    static_assert(::std::is_arithmetic<T>::value && !::std::is_volatile<T>::value,
                  "kpipe: made for other types; run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    T kp_r0[(ROWS / 8) > 0 ? (ROWS / 8) : 1];
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        #pragma unroll
        for (int i = 0; i < ROWS / 8; i++)
            kp_r0[i] = A[(k * (ROWS / 8) + i) * 256 + t + 1];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &s = kp_s[kp_stage].s;
        for (int i = 0; i < ROWS; i++)
            sum += s[(i * 32 + t) % (ROWS * 32)];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &s = kp_s[kp_stage].s;
        #pragma unroll
        for (int i = 0; i < ROWS / 8; i++)
            s[i * 256 + t] = kp_r0[i];
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            for (k++; k < n; k++) {
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    C[t] = sum;
}

void launch(const float *A, float *C, int n)
{
    sums<float, 8><<<1, 256>>>(A, C, n);
}
