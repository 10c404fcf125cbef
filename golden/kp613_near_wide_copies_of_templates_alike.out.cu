// kpipe: --stages 2
// Two templates with the same parameters are overloads, too.
#include <type_traits>

template <typename T, typename std::enable_if<sizeof(T) == 4, int>::type = 0>
__global__ void __launch_bounds__(256) sums(const T *__restrict__ A, T *__restrict__ C, int n)
{
    __shared__ struct alignas(128) { T as[256]; } kp_as[2];
    const int t = threadIdx.x;
    T sum = 0;

    static_assert(::std::is_arithmetic<T>::value && !::std::is_volatile<T>::value,
                  "kpipe: made for other types; run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    T kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = A[k + t];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &as = kp_as[kp_stage].as;
        for (int j = 0; j < 256; j++)
            sum += as[(j + t) % 256];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &as = kp_as[kp_stage].as;
        as[t] = kp_r0;
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            for (k += 256; k < n; k += 256) {
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

template <typename T, typename std::enable_if<sizeof(T) == 8, int>::type = 0>
__global__ void sums(const T *__restrict__ A, T *__restrict__ C, int n)
{
    C[threadIdx.x] = A[n];
}

void run(const float *A, float *C, int n)
{
    sums<<<1, 256>>>(A, C, n);
}
