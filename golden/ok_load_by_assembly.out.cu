// Assembly loads under a condition into a variable, which is stored in the tile: a register takes what it has set.
__device__ __forceinline__ void load_if(float4 &v, const float *p, bool yes)
{
    asm volatile("{\n"
                 "  .reg .pred q;\n"
                 "  setp.ne.b32 q, %5, 0;\n"
                 "  @q ld.global.v4.f32 {%0, %1, %2, %3}, [%4];\n"
                 "}\n"
                 : "+f"(v.x), "+f"(v.y), "+f"(v.z), "+f"(v.w)
                 : "l"(p), "r"((int)yes));
}
__global__ void __launch_bounds__(64) sums(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(16) float kp_xs[2][256];
    const int t = threadIdx.x;
    float sum = 0.0f;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float4 kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        float4 v = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
        load_if(v, x + k + t * 4, k + t * 4 < n);
        kp_r0 = v;
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        for (int j = 0; j < 256; ++j)
            sum += xs[j] * (j + t);
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        float4 v = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
        v = kp_r0;
        *(float4 *)(xs + t * 4) = v;
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            for (k += 256; k < n; k += 256) {
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
