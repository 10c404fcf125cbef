// As kp312_closure_gives_reference, by value: another number.
__global__ void __launch_bounds__(128) offsets(const float *__restrict__ x, float *__restrict__ out, int K)
{
    __shared__ __align__(128) float kp_s[2][128];
    int t = threadIdx.x, off = 0;
    float acc = 0;
    auto of = [](int &v) -> int { return v; };
    auto twice = [](int v) -> float { return v * 2.0f; };
    auto at = [](const float *p) -> const float * { return p + 1; };
    int first = of(off);
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = at(x)[k + off + t];
        off += 1;
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &s = kp_s[kp_stage];
        acc += s[127 - t] * first * twice(first);
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &s = kp_s[kp_stage];
        s[t] = kp_r0;
    };
    {
        int k = 0;
        if (k < K) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            for (k += 128; k < K; k += 128) {
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
