// Nothing says that x and y are apart: a test in front of the loop does.
__global__ void smooth(const float *x, float *y, int n, int begin)
{
    __shared__ __align__(128) float kp_xs[2][128];
    const int t = threadIdx.x, from = begin + blockIdx.x * n;

    // kpipe: pipelined where these hold, else the loop as written
    auto kp_clear = [](const volatile void *kp_a, long long kp_a_from, long long kp_a_to,
                    const volatile void *kp_b, long long kp_b_from, long long kp_b_to) {
        return reinterpret_cast<long long>(kp_a) + kp_a_to <= reinterpret_cast<long long>(kp_b) + kp_b_from ||
                reinterpret_cast<long long>(kp_b) + kp_b_to <= reinterpret_cast<long long>(kp_a) + kp_a_from;
    };
    const bool kp_apart =
        kp_clear(x, 4LL * from, 4LL * from + 4LL * n + 508LL,
                y, 4LL * from, 4LL * from + 4LL * n + 508LL);
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    if (kp_apart) {
        float kp_r0;
        auto kp_fetch = [&](int k) __attribute__((always_inline)) {
            if (t < 128)
                kp_r0 = x[from + k + t];
        };
        auto kp_compute = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &xs = kp_xs[kp_stage];
            if (t < 128)
                y[from + k + t] = xs[t] + xs[127 - t];
        };
        auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
            auto &xs = kp_xs[kp_stage];
            if (t < 128)
                xs[t] = kp_r0;
        };
        {
            int k = 0;
            if (k < n) {
                int kp_stage = 0;
                kp_fetch(k);
                kp_store(kp_stage);
                __syncthreads();
                int kp_k = k;
                for (k += 128; k < n; k += 128) {
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
        auto &xs = kp_xs[0];
        for (int k = 0; k < n; k += 128) {
            if (t < 128)
                xs[t] = x[from + k + t];
            __syncthreads();
            if (t < 128)
                y[from + k + t] = xs[t] + xs[127 - t];
            __syncthreads();
        }
    }
}

void run(const float *x, float *y, int n)
{
    smooth<<<8, 128>>>(x, y, n, 0);
}
