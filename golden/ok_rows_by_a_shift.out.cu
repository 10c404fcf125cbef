// kpipe: --variant ldg
// Rows at a shifted number: what is read and what is stored is told apart by a run-time test, as with a product.
__global__ void __launch_bounds__(64) k(const float *A, float *C, int n, int by)
{
    __shared__ __align__(128) float kp_s[2][64];
    const int t = threadIdx.x;
    float sum = 0;

    // kpipe: pipelined where these hold, else the loop as written
    auto kp_clear = [](const volatile void *kp_a, long long kp_a_from, long long kp_a_to,
                    const volatile void *kp_b, long long kp_b_from, long long kp_b_to) {
        return reinterpret_cast<long long>(kp_a) + kp_a_to <= reinterpret_cast<long long>(kp_b) + kp_b_from ||
                reinterpret_cast<long long>(kp_b) + kp_b_to <= reinterpret_cast<long long>(kp_a) + kp_a_from;
    };
    const bool kp_apart =
        kp_clear(A, 0, 256LL * n + 4LL * blockDim.x - (256LL),
                C, 0, 256LL * n + 4LL * blockDim.x - (256LL));
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    if (kp_apart) {
        float kp_r0;
        auto kp_fetch = [&](int i) __attribute__((always_inline)) {
            kp_r0 = A[(i << 6) + t];
        };
        auto kp_compute = [&](int i, int kp_stage) __attribute__((always_inline)) {
            auto &s = kp_s[kp_stage];
            for (int j = 0; j < 64; ++j)
                sum += s[j] * (j + t);
            C[(i << 6) + t] = sum;
        };
        auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
            auto &s = kp_s[kp_stage];
            s[t] = kp_r0;
        };
        {
            int i = 0;
            if (i < n) {
                int kp_stage = 0;
                kp_fetch(i);
                kp_store(kp_stage);
                __syncthreads();
                int kp_i = i;
                for (++i; i < n; ++i) {
                    kp_fetch(i);
                    kp_compute(kp_i, kp_stage);
                    kp_store(kp_stage ^ 1);
                    __syncthreads();
                    kp_i = i;
                    kp_stage ^= 1;
                }
                kp_compute(kp_i, kp_stage);
            }
        }
    } else { // kpipe: as written
        auto &s = kp_s[0];
        for (int i = 0; i < n; ++i) {
            s[t] = A[(i << 6) + t];
            __syncthreads();
            for (int j = 0; j < 64; ++j)
                sum += s[j] * (j + t);
            C[(i << 6) + t] = sum;
            __syncthreads();
        }
    }
}
