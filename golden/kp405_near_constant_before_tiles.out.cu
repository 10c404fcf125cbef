// the constant that a size depends on stands in front of both tiles
template <int BK>
__global__ void f(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int n)
{
    const int pad = 4;
    constexpr int kp_stages = 2 * (sizeof(float[BK]) + sizeof(float[BK + pad])) <= 48640 ? 2 : 1;
    __shared__ struct alignas(128) { float As[BK]; } kp_As[kp_stages];
    __shared__ struct alignas(128) { float Bs[BK + pad]; } kp_Bs[kp_stages];
    int t = threadIdx.x; float s = 0.f;
    static_assert(pad == 4, "kpipe: pad has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0, kp_r1;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = A[k + t];
        kp_r1 = B[k + t];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage].As;
        auto &Bs = kp_Bs[kp_stage].Bs;
        for (int j = 0; j < BK; ++j) s += As[j] * Bs[j];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage].As;
        auto &Bs = kp_Bs[kp_stage].Bs;
        As[t] = kp_r0;
        Bs[t] = kp_r1;
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            for (k += BK; k < n; k += BK) {
                kp_fetch(k);
                kp_compute(kp_stage);
                if (kp_stages == 1)
                    __syncthreads();
                kp_store(kp_stage ^ (kp_stages - 1));
                __syncthreads();
                kp_stage ^= kp_stages - 1;
            }
            kp_compute(kp_stage);
        }
    }
    C[t] = s;
}
