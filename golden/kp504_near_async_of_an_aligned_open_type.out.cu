// kpipe: --stages 3
// Classes of eight bytes, each aligned to them.
#include <cuda_pipeline_primitives.h>
#include <type_traits>

struct alignas(8) pair {
    float x, y;
};

template <typename T>
__global__ void __launch_bounds__(256) sums(const T *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ struct alignas(128) { T as[256]; } kp_as[3];
    const int t = threadIdx.x;
    float sum = 0;

    static_assert(((::std::is_same<T, float2>::value) || (::std::is_same<T, pair>::value)),
                  "kpipe: T has changed: run kpipe again");
    static_assert(::std::is_same<T, float2>::value || ::std::is_same<T, pair>::value,
                  "kpipe: made for other types; run kpipe again");
    // kpipe 0.1.0: pipelined, cp.async, 3 stages (revert this change to undo)
    auto kp_load = [&, k = 0](int kp_stage) mutable __attribute__((always_inline)) {
        auto &as = kp_as[kp_stage].as;
        if (k < n) {
            __pipeline_memcpy_async(&as[t], &A[k + t], sizeof(T));
            k += 256;
        }
        __pipeline_commit();
    };
    kp_load(0);
    kp_load(1);
    int kp_stage = 0, kp_next = 2;
    for (int k = 0; k < n; k += 256) {
        __pipeline_wait_prior(1);
        __syncthreads();
        kp_load(kp_next);
        auto &as = kp_as[kp_stage].as;
        kp_next = kp_stage;
        kp_stage = kp_stage + 1 < 3 ? kp_stage + 1 : 0;
        for (int j = 0; j < 256; j++)
            sum += as[(j + t) % 256].x * as[j].y;
    }
    C[t] = sum;
}

void run(const float2 *A, const pair *B, float *C, int n)
{
    sums<<<1, 256>>>(A, C, n);
    sums<<<1, 256>>>(B, C, n);
}
