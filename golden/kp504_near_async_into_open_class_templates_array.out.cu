// kpipe: --stages 3
// The size is that of the kernel's parameter.
#include <cuda_pipeline_primitives.h>
#include <type_traits>

template <typename X, int N>
struct list {
    int used;
    X d[N];
    __device__ X &operator[](int i) { return d[i]; }
};

template <typename T>
__global__ void __launch_bounds__(256) sums(const T *__restrict__ A, float *__restrict__ C, int n)
{
    constexpr int kp_stages = 3 * (sizeof(list<T, 256>)) <= 48768 ? 3 : 1;
    __shared__ struct alignas(128) { list<T, 256> as; } kp_as[kp_stages];
    const int t = threadIdx.x;
    float sum = 0;

    static_assert(::std::is_same<T, float>::value, "kpipe: T has changed: run kpipe again");
    static_assert(::std::is_arithmetic<T>::value && !::std::is_volatile<T>::value,
                  "kpipe: made for other types; run kpipe again");
    // kpipe 0.1.0: pipelined, cp.async, 3 stages (revert this change to undo)
    auto kp_load = [&, k = 0](int kp_stage) mutable __attribute__((always_inline)) {
        auto &as = kp_as[kp_stage].as;
        if (k < n) {
            __pipeline_memcpy_async(&as.d[t], &A[k + t], sizeof(T));
            k += 256;
        }
        __pipeline_commit();
    };
    for (int kp_stage = 0; kp_stage < kp_stages - 1; ++kp_stage)
        kp_load(kp_stage);
    int kp_stage = 0, kp_next = kp_stages - 1;
    for (int k = 0; k < n; k += 256) {
        if (kp_stages == 1) {
            __syncthreads();
            kp_load(0);
        }
        __pipeline_wait_prior(kp_stages > 1 ? kp_stages - 2 : 0);
        __syncthreads();
        if (kp_stages > 1)
            kp_load(kp_next);
        auto &as = kp_as[kp_stage].as;
        kp_next = kp_stage;
        kp_stage = kp_stage + 1 < kp_stages ? kp_stage + 1 : 0;
        for (int j = 0; j < 256; j++)
            sum += as.d[((j + t) % 256)] * as.d[j];
    }
    C[t] = sum;
}

void run(const float *A, float *C, int n)
{
    sums<<<1, 256>>>(A, C, n);
}
