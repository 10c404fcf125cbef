// The program's own function of that name does something else.
namespace twice {
__device__ void memcpy(float *to, const float *from, int n)
{
    for (int i = 0; i < n; ++i)
        to[i] = from[i] * 2.0f;
}
} // namespace twice
using twice::memcpy;

__global__ void __launch_bounds__(64) sums(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(128) float kp_xs[2][64];
    const int t = threadIdx.x;
    float sum = 0.0f;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0[1];
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        { // memcpy(), inlined
            const float *from = &x[k + t];
            int n = 1;
            #pragma unroll
            for (int i = 0; i < n; ++i)
                kp_r0[i] = from[i];
        }
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        for (int j = 0; j < 64; ++j)
            sum += xs[(j + t) % 64] * j;
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        { // memcpy(), inlined
            float *to = &xs[t];
            int n = 1;
            #pragma unroll
            for (int i = 0; i < n; ++i)
                to[i] = kp_r0[i] * 2.0f;
        }
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            for (k += 64; k < n; k += 64) {
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    y[blockIdx.x * 64 + t] = sum;
}
