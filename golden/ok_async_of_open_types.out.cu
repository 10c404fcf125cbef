// kpipe: --stages 3
// All instances copy 4, 8 or 16 bytes; the output asserts that there are no others.
#include <cuda_pipeline_primitives.h>
#include <type_traits>

template <typename T>
__global__ void __launch_bounds__(256) sums(const T *__restrict__ A, const T *__restrict__ B, T *__restrict__ C, int n)
{
    __shared__ struct alignas(128) { T as[2][256]; } kp_as[3];
    __shared__ struct alignas(128) { T bs[256]; } kp_bs[3];
    const int t = threadIdx.x;
    T sum = 0;

    static_assert(((::std::is_same<T, float>::value) || (::std::is_same<T, double>::value)),
                  "kpipe: T has changed: run kpipe again");
    static_assert(::std::is_arithmetic<T>::value && !::std::is_volatile<T>::value,
                  "kpipe: made for other types; run kpipe again");
    // kpipe 0.1.0: pipelined, cp.async, 3 stages (revert this change to undo)
    auto kp_load = [&, k = 0](int kp_stage) mutable __attribute__((always_inline)) {
        auto &as = kp_as[kp_stage].as;
        auto &bs = kp_bs[kp_stage].bs;
        if (k < n) {
            for (int i = 0; i < 2; i++)
                __pipeline_memcpy_async(&as[i][t], &A[k + i * 256 + t], sizeof(T));
            if (k / 2 + t < n)
                __pipeline_memcpy_async(&bs[t], &B[k / 2 + t], sizeof(T));
            else
                bs[t] = T(0);
            k += 512;
        }
        __pipeline_commit();
    };
    kp_load(0);
    kp_load(1);
    int kp_stage = 0, kp_next = 2;
    for (int k = 0; k < n; k += 512) {
        __pipeline_wait_prior(1);
        __syncthreads();
        kp_load(kp_next);
        auto &as = kp_as[kp_stage].as;
        auto &bs = kp_bs[kp_stage].bs;
        kp_next = kp_stage;
        kp_stage = kp_stage + 1 < 3 ? kp_stage + 1 : 0;
        for (int j = 0; j < 256; j++)
            sum += as[0][j] * bs[(j + t) % 256] + as[1][j];
    }
    C[t] = sum;
}

void run(const float *A, const float *B, float *C, const double *D, const double *E, double *F, int n)
{
    sums<<<1, 256>>>(A, B, C, n);
    sums<<<1, 256>>>(D, E, F, n);
}
