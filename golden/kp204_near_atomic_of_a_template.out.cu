// kpipe: --no-widen
// The element of the atomic operation has the size of the type parameter.
#include <cuda_pipeline_primitives.h>
#include <type_traits>

template <int BS, typename T>
__global__ void add(const T *x, const T *bound, T *sums, int n)
{
    __shared__ struct alignas(128) { T xs[BS]; } kp_xs[2];
    const int t = threadIdx.x;

    static_assert(BS == 128 && ::std::is_same<T, float>::value,
                  "kpipe: BS or T has changed: run kpipe again");
    static_assert(::std::is_arithmetic<T>::value && !::std::is_volatile<T>::value,
                  "kpipe: made for other types; run kpipe again");
    // kpipe: pipelined where these hold, else the loop as written
    auto kp_clear = [](const volatile void *kp_a, long long kp_a_from, long long kp_a_to,
                    const volatile void *kp_b, long long kp_b_from, long long kp_b_to) {
        return reinterpret_cast<long long>(kp_a) + kp_a_to <= reinterpret_cast<long long>(kp_b) + kp_b_from ||
                reinterpret_cast<long long>(kp_b) + kp_b_to <= reinterpret_cast<long long>(kp_a) + kp_a_from;
    };
    const bool kp_apart =
        sizeof(T) <= 16 &&
        size_t(BS) <= 2147483647 &&
        kp_clear(x, 0, (long long)sizeof(T) * n + (long long)sizeof(T) * BS - ((long long)sizeof(T)),
                sums, 0, (long long)sizeof(T) * blockDim.x);
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_apart) {
        auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &xs = kp_xs[kp_stage].xs;
            if (t < BS)
                __pipeline_memcpy_async(&xs[t], &x[k + t], sizeof(T));
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &xs = kp_xs[kp_stage].xs;
            if (t < BS && xs[BS - 1 - t] < bound[t])
                atomicAdd(&sums[t], xs[BS - 1 - t]);
        };
        {
            int k = 0;
            if (k < n) {
                int kp_stage = 0;
                kp_load(k, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (k += BS; k < n; k += BS) {
                    kp_load(k, kp_stage ^ 1);
                    kp_compute(kp_stage);
                    __pipeline_wait_prior(0);
                    __syncthreads();
                    kp_stage ^= 1;
                }
                kp_compute(kp_stage);
            }
        }
    } else { // kpipe: as written
        auto &xs = kp_xs[0].xs;
        for (int k = 0; k < n; k += BS) {
            if (t < BS)
                xs[t] = x[k + t];
            __syncthreads();
            if (t < BS && xs[BS - 1 - t] < bound[t])
                atomicAdd(&sums[t], xs[BS - 1 - t]);
            __syncthreads();
        }
    }
}

void run(const float *x, const float *bound, float *sums, int n)
{
    add<128><<<1, 128>>>(x, bound, sums, n);
}
