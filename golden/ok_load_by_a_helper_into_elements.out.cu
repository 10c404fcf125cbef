// A helper's assembly loads into elements of an array, one by one.
#define T 64
__device__ __forceinline__ void load(float4 &to, const float4 *p)
{
    asm volatile("ld.global.v4.f32 {%0, %1, %2, %3}, [%4];"
                 : "=f"(to.x), "=f"(to.y), "=f"(to.z), "=f"(to.w)
                 : "l"(p));
}

__global__ void __launch_bounds__(T) sums(const float4 *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(128) float4 kp_xs[2][2 * T];
    const int t = threadIdx.x;
    float sum = 0;
    static_assert(T == 64, "kpipe: T has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0, kp_r1, kp_r2, kp_r3, kp_r4, kp_r5, kp_r6, kp_r7;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        float4 v[2];
        { // load(), inlined
            const float4 *p = x + k * 2 * T + t;
            asm volatile("ld.global.v4.f32 {%0, %1, %2, %3}, [%4];"
                         : "=f"(v[0].x), "=f"(v[0].y), "=f"(v[0].z), "=f"(v[0].w)
                         : "l"(p));
            kp_r0 = v[0].x;
            kp_r1 = v[0].y;
            kp_r2 = v[0].z;
            kp_r3 = v[0].w;
        }
        { // load(), inlined
            const float4 *p = x + k * 2 * T + T + t;
            asm volatile("ld.global.v4.f32 {%0, %1, %2, %3}, [%4];"
                         : "=f"(v[1].x), "=f"(v[1].y), "=f"(v[1].z), "=f"(v[1].w)
                         : "l"(p));
            kp_r4 = v[1].x;
            kp_r5 = v[1].y;
            kp_r6 = v[1].z;
            kp_r7 = v[1].w;
        }
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        for (int j = 0; j < 2 * T; ++j)
            sum += xs[j].x * (j + t);
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        float4 v[2];
        { // load(), inlined
            v[0].x = kp_r0;
            v[0].y = kp_r1;
            v[0].z = kp_r2;
            v[0].w = kp_r3;
        }
        { // load(), inlined
            v[1].x = kp_r4;
            v[1].y = kp_r5;
            v[1].z = kp_r6;
            v[1].w = kp_r7;
        }
        xs[t] = v[0];
        xs[t + T] = v[1];
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            for (++k; k < n; ++k) {
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
