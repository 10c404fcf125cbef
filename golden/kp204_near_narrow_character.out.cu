// That a character holds the product cannot be promised; what it holds at most, can.
__global__ void sums(int n, const float *a, float *c, int d)
{
    __shared__ struct alignas(128) { float s[16]; } kp_s[2];
    const int t = threadIdx.x;

    // kpipe: pipelined where these hold, else the loop as written
    auto kp_clear = [](const volatile void *kp_a, long long kp_a_from, long long kp_a_to,
                    const volatile void *kp_b, long long kp_b_from, long long kp_b_to) {
        return reinterpret_cast<long long>(kp_a) + kp_a_to <= reinterpret_cast<long long>(kp_b) + kp_b_from ||
                reinterpret_cast<long long>(kp_b) + kp_b_to <= reinterpret_cast<long long>(kp_a) + kp_a_from;
    };
    const bool kp_apart =
        kp_clear(a, 0, 4LL * n + 4LL * blockDim.x - (4LL),
                c, 0 - (512LL), 4LL * n + 508LL);
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    if (kp_apart) {
        float kp_r0;
        auto kp_fetch = [&](int k) __attribute__((always_inline)) {
            kp_r0 = a[k + t];
        };
        auto kp_compute = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &s = kp_s[kp_stage].s;
            int m = k + 16 > n ? n - k : 16;
            for (int i = 0; i < m; i++)
                c[k + (signed char)(i * 9)] = s[15 - t];
        };
        auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
            auto &s = kp_s[kp_stage].s;
            s[t] = kp_r0;
        };
        {
            int k = 0;
            if (k < n) {
                int kp_stage = 0;
                kp_fetch(k);
                kp_store(kp_stage);
                __syncthreads();
                int kp_k = k;
                for (k += 16; k < n; k += 16) {
                    kp_fetch(k);
                    kp_compute(kp_k, kp_stage);
                    kp_store(kp_stage ^ 1);
                    __syncthreads();
                    kp_k = k;
                    kp_stage ^= 1;
                }
                kp_compute(kp_k, kp_stage);
            }
        }
    } else { // kpipe: as written
        auto &s = kp_s[0].s;
        for (int k = 0; k < n; k += 16) {
            int m = k + 16 > n ? n - k : 16;
            s[t] = a[k + t];
            __syncthreads();
            for (int i = 0; i < m; i++)
                c[k + (signed char)(i * 9)] = s[15 - t];
            __syncthreads();
        }
    }
}
