// kpipe: --stages 3
// Four elements of T{1} are no zero.
#include <cuda_pipeline_primitives.h>
#include <type_traits>

template <typename T>
__global__ void __launch_bounds__(256) sums(const T *__restrict__ A, float *__restrict__ C, int n, int m)
{
    __shared__ struct alignas(128) { T as[1024]; } kp_as[3];
    __shared__ struct alignas(128) { T bs[1024]; } kp_bs[3];
    const int t = threadIdx.x;
    float sum = 0;

    static_assert(::std::is_same<T, float>::value, "kpipe: T has changed: run kpipe again");
    static_assert(::std::is_arithmetic<T>::value && !::std::is_volatile<T>::value,
                  "kpipe: made for other types; run kpipe again");
    // kpipe 0.1.0: pipelined, cp.async, 3 stages (revert this change to undo)
    auto kp_load = [&, k = 0](int kp_stage) mutable __attribute__((always_inline)) {
        auto &as = kp_as[kp_stage].as;
        auto &bs = kp_bs[kp_stage].bs;
        if (k < n) {
            for (int i = t; i < 1024; i += 256) {
                if (k + i < m)
                    __pipeline_memcpy_async(&as[i], &A[k + i], sizeof(T));
                else
                    as[i] = T{};
                if (k + i < m)
                    __pipeline_memcpy_async(&bs[i], &A[k + 1024 + i], sizeof(T));
                else
                    bs[i] = T{1};
            }
            k += 1024;
        }
        __pipeline_commit();
    };
    kp_load(0);
    kp_load(1);
    int kp_stage = 0, kp_next = 2;
    for (int k = 0; k < n; k += 1024) {
        __pipeline_wait_prior(1);
        __syncthreads();
        kp_load(kp_next);
        auto &as = kp_as[kp_stage].as;
        auto &bs = kp_bs[kp_stage].bs;
        kp_next = kp_stage;
        kp_stage = kp_stage + 1 < 3 ? kp_stage + 1 : 0;
        for (int j = 0; j < 1024; j++)
            sum += as[(j + t) % 1024] * bs[j];
    }
    C[t] = sum;
}

void run(const float *A, float *C, int n, int m)
{
    sums<<<1, 256>>>(A, C, n, m);
}
