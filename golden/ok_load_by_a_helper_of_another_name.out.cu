// Helpers whose assembly loads into variables that have another name there.
#define T 64
template <int BYTES>
__device__ __forceinline__ void load_if(float4 &v, const void *p, bool yes)
{
    asm volatile("{ .reg .pred q; setp.ne.b32 q, %5, 0; @q ld.global.v4.f32 {%0, %1, %2, %3}, [%4]; }"
                 : "+f"(v.x), "+f"(v.y), "+f"(v.z), "+f"(v.w)
                 : "l"(p), "r"((int)yes));
}

__global__ void __launch_bounds__(T) sums(const float4 *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(128) float4 kp_xs[2][2 * T];
    const int t = threadIdx.x;
    float sum = 0;
    static_assert(T == 64, "kpipe: T has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float4 kp_r0, kp_r1;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        float4 first = {}, second = {};
        load_if<16>(first, x + k + t, k + t < n);
        kp_r0 = first;
        load_if<16>(second, x + k + T + t, k + T + t < n);
        kp_r1 = second;
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        for (int j = 0; j < 2 * T; ++j)
            sum += xs[j].x * (j + t);
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        float4 first = {}, second = {};
        first = kp_r0;
        second = kp_r1;
        xs[t] = first;
        xs[t + T] = second;
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            for (k += 2 * T; k < n; k += 2 * T) {
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    y[blockIdx.x * T + t] = sum;
}
