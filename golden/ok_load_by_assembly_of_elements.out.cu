// kpipe: --stages 2
// What assembly loads into elements of an array, by constant numbers, runs ahead.

__global__ void __launch_bounds__(256) sums(const float4 *__restrict__ x, const float2 *__restrict__ y,
                                            float *__restrict__ z, int n)
{
    __shared__ __align__(128) float4 kp_xs[2][256];
    __shared__ __align__(128) float kp_ys[2][256];
    const int t = threadIdx.x;
    float sum = 0.0f;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0, kp_r1, kp_r2, kp_r3, kp_r4, kp_r5;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        float v[4], w[2];
        asm volatile("ld.global.v4.f32 {%0, %1, %2, %3}, [%4];"
                     : "=f"(v[0]), "=f"(v[1]), "=f"(v[2]), "=f"(v[3])
                     : "l"(&x[k + t]));
        kp_r0 = v[0];
        kp_r1 = v[1];
        kp_r2 = v[2];
        kp_r3 = v[3];
        w[0] = 0.0f;
        w[1] = 1.0f;
        asm volatile("{ .reg .pred p; setp.ne.b32 p, %3, 0; @p ld.global.v2.f32 {%0, %1}, [%2]; }"
                     : "+f"(w[0]), "+f"(w[1])
                     : "l"(&y[k + t]), "r"((int)(k + t < n)));
        kp_r4 = w[0];
        kp_r5 = w[1];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        auto &ys = kp_ys[kp_stage];
        for (int j = 0; j < 256; ++j)
            sum += xs[(j + t) % 256].x * ys[j];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        auto &ys = kp_ys[kp_stage];
        float v[4], w[2];
        v[0] = kp_r0;
        v[1] = kp_r1;
        v[2] = kp_r2;
        v[3] = kp_r3;
        w[0] = 0.0f;
        w[1] = 1.0f;
        w[0] = kp_r4;
        w[1] = kp_r5;
        xs[t] = make_float4(v[0], v[1], v[2], v[3]);
        ys[t] = w[0] * w[1];
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
    z[blockIdx.x * 256 + t] = sum;
}
