// kpipe: --shape ring --stages 3 --variant cp-async
// The counter's type is a template's parameter: the load cursor needs it as well, and not the type of its
// first value.
#include <cuda_pipeline_primitives.h>
#include <type_traits>

template <class I> __global__ void sums(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(128) float kp_s[3][128];
    const int t = threadIdx.x;
    float acc = 0.0f;

    static_assert(::std::is_arithmetic<I>::value && !::std::is_volatile<I>::value,
                  "kpipe: made for other types; run kpipe again");
    // kpipe 0.1.0: pipelined, cp.async, 3 stages (revert this change to undo)
    auto kp_load = [&, k = (I)(0)](int kp_stage) mutable __attribute__((always_inline)) {
        auto &s = kp_s[kp_stage];
        if (k < n) {
            __pipeline_memcpy_async(&s[t], &x[(int)(k / 256 * 256) + t], sizeof(float));
            k += 128;
        }
        __pipeline_commit();
    };
    kp_load(0);
    kp_load(1);
    int kp_stage = 0, kp_next = 2;
    for (I k = 0; k < n; k += 128) {
        __pipeline_wait_prior(1);
        __syncthreads();
        kp_load(kp_next);
        auto &s = kp_s[kp_stage];
        kp_next = kp_stage;
        kp_stage = kp_stage + 1 < 3 ? kp_stage + 1 : 0;
        for (int j = 0; j < 128; ++j)
            acc += s[j] * (j + 1);
    }
    y[blockIdx.x * 128 + t] = acc;
}

void run(const float *x, float *y, int n)
{
    sums<int><<<2, 128>>>(x, y, n);
    sums<double><<<2, 128>>>(x, y, n);
}
