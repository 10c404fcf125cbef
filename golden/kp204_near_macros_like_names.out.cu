// kpipe: --no-widen
// The test's own names are no macro of the file.
#define a 7
#define b_to 3
__global__ void smooth(const float *x, float *y, int n)
{
    __shared__ __align__(128) float kp_xs[2][128];
    const int t = threadIdx.x, kp_a = blockIdx.x * n;

    static_assert(a == 7 && b_to == 3, "kpipe: a or b_to has changed: run kpipe again");
    // kpipe: pipelined where these hold, else the loop as written
    auto kp_clear = [](const volatile void *kp_a2, long long kp_a_from, long long kp_a_to,
                    const volatile void *kp_b, long long kp_b_from, long long kp_b_to) {
        return reinterpret_cast<long long>(kp_a2) + kp_a_to <= reinterpret_cast<long long>(kp_b) + kp_b_from ||
                reinterpret_cast<long long>(kp_b) + kp_b_to <= reinterpret_cast<long long>(kp_a2) + kp_a_from;
    };
    const bool kp_apart =
        kp_clear(x, 4LL * kp_a, 4LL * kp_a + 4LL * n + 4LL * blockDim.x - (4LL),
                y, 4LL * kp_a, 4LL * kp_a + 4LL * n + 4LL * blockDim.x - (4LL));
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    if (kp_apart) {
        float kp_r0;
        auto kp_fetch = [&](int k) __attribute__((always_inline)) {
            kp_r0 = x[kp_a + k + t];
        };
        auto kp_compute = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &xs = kp_xs[kp_stage];
            y[kp_a + k + t] = xs[t] * a + xs[127 - t] * b_to;
        };
        auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
            auto &xs = kp_xs[kp_stage];
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
            xs[t] = x[kp_a + k + t];
            __syncthreads();
            y[kp_a + k + t] = xs[t] * a + xs[127 - t] * b_to;
            __syncthreads();
        }
    }
}

void run(const float *x, float *y, int n)
{
    smooth<<<8, 128>>>(x, y, n);
}
