// Of an I of one byte all parts are the first one: the last trip wins.
#include <type_traits>

template <class I>
__global__ void __launch_bounds__(128) parts(const float *__restrict__ x, float *__restrict__ out, int K)
{
    __shared__ __align__(128) float kp_s[2][512];
    int t = threadIdx.x;
    float acc = 0;
    static_assert(::std::is_arithmetic<I>::value && !::std::is_volatile<I>::value,
                  "kpipe: made for other types; run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0[4];
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        #pragma unroll
        for (int i = 0; i < 4; i++) {
            kp_r0[i] = x[k + t + 128 * i];
        }
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &s = kp_s[kp_stage];
        acc += s[t];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &s = kp_s[kp_stage];
        #pragma unroll
        for (int i = 0; i < 4; i++) {
            const I part = 256 * i;
            s[t + part / 2] = kp_r0[i];
        }
    };
    {
        int k = 0;
        if (k < K) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            for (k += 512; k < K; k += 512) {
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    out[blockIdx.x * 128 + t] = acc;
}
