// kpipe: --stages 2
// In one of the instances a thread makes an element in four trips: the last one counts.
#include <type_traits>

template <typename T, int SIZE>
__global__ void __launch_bounds__(256) sums(const T *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ struct alignas(128) { T as[1024]; } kp_as[2];
    const int t = threadIdx.x;
    float sum = 0;

    static_assert(::std::is_arithmetic<T>::value && !::std::is_volatile<T>::value,
                  "kpipe: made for other types; run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    T kp_r0[4];
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        #pragma unroll
        for (int i = t, kp_i = 0; kp_i < 4; i += 256, ++kp_i)
            if (i < 1024)
                kp_r0[kp_i] = A[k + i];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &as = kp_as[kp_stage].as;
        for (int j = 0; j < 256; j++)
            sum += as[(t + j) % SIZE];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &as = kp_as[kp_stage].as;
        #pragma unroll
        for (int i = t, kp_i = 0; kp_i < 4; i += 256, ++kp_i)
            if (i < 1024)
                as[i % SIZE] = kp_r0[kp_i];
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            for (k += 1024; k < n; k += 1024) {
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

void run(const float *A, float *C, int n)
{
    sums<float, 1024><<<1, 256>>>(A, C, n);
    sums<float, 256><<<1, 256>>>(A, C, n);
}
