// kpipe: --no-widen
// Rounded up in unsigned numbers: the counter is converted for the comparison, and as far up as that says.
__host__ __device__ constexpr unsigned blocks_of(unsigned n, unsigned size) { return (n + size - 1) / size; }

__global__ void whole(const float *x, float *y, int n)
{
    __shared__ __align__(128) float kp_xs[2][128];
    const int t = threadIdx.x;

    // kpipe: pipelined where these hold, else the loop as written
    auto kp_clear = [](const volatile void *kp_a, long long kp_a_from, long long kp_a_to,
                    const volatile void *kp_b, long long kp_b_from, long long kp_b_to) {
        return reinterpret_cast<long long>(kp_a) + kp_a_to <= reinterpret_cast<long long>(kp_b) + kp_b_from ||
                reinterpret_cast<long long>(kp_b) + kp_b_to <= reinterpret_cast<long long>(kp_a) + kp_a_from;
    };
    const bool kp_apart =
        size_t(blockIdx.x) <= 2147483647 &&
        size_t(n) <= 2147483647 &&
        size_t(gridDim.x) <= 2147483647 &&
        1LL * n + 1LL * gridDim.x <= 2147483521LL &&
        kp_clear(x, 512LL * blockIdx.x, 4LL * n,
                y, 512LL * blockIdx.x, 4LL * n);
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    if (kp_apart) {
        float kp_r0;
        auto kp_fetch = [&](int i) __attribute__((always_inline)) {
            int at = i * 128 + t;

            if (at < n)
                kp_r0 = x[at];
            else
                kp_r0 = 0.0f;
        };
        auto kp_compute = [&](int i, int kp_stage) __attribute__((always_inline)) {
            auto &xs = kp_xs[kp_stage];
            int at = i * 128 + t;
            if (at < n)
                y[at] = 0.5f * xs[127 - t];
        };
        auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
            auto &xs = kp_xs[kp_stage];
            xs[t] = kp_r0;
        };
        {
            int i = blockIdx.x;
            if (i < blocks_of(n, 128)) {
                int kp_stage = 0;
                kp_fetch(i);
                kp_store(kp_stage);
                __syncthreads();
                int kp_i = i;
                for (i += gridDim.x; i < blocks_of(n, 128); i += gridDim.x) {
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
        auto &xs = kp_xs[0];
        for (int i = blockIdx.x; i < blocks_of(n, 128); i += gridDim.x) {
            int at = i * 128 + t;

            if (at < n)
                xs[t] = x[at];
            else
                xs[t] = 0.0f;
            __syncthreads();
            if (at < n)
                y[at] = 0.5f * xs[127 - t];
            __syncthreads();
        }
    }
}

__global__ void wide(const float *x, float *y, int n)
{
    __shared__ __align__(128) float kp_xs[2][128];
    const int t = threadIdx.x;

    // kpipe: pipelined where these hold, else the loop as written
    auto kp_clear = [](const volatile void *kp_a, long long kp_a_from, long long kp_a_to,
                    const volatile void *kp_b, long long kp_b_from, long long kp_b_to) {
        return reinterpret_cast<long long>(kp_a) + kp_a_to <= reinterpret_cast<long long>(kp_b) + kp_b_from ||
                reinterpret_cast<long long>(kp_b) + kp_b_to <= reinterpret_cast<long long>(kp_a) + kp_a_from;
    };
    const bool kp_apart =
        size_t(n) <= 2147483647 &&
        kp_clear(x, 0, 4LL * n + 4LL * blockDim.x - (512LL),
                y, 0, 4LL * n + 4LL * blockDim.x - (512LL));
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    if (kp_apart) {
        float kp_r0;
        auto kp_fetch = [&](int i) __attribute__((always_inline)) {
            kp_r0 = x[i * 128 + t];
        };
        auto kp_compute = [&](int i, int kp_stage) __attribute__((always_inline)) {
            auto &xs = kp_xs[kp_stage];
            y[i * 128 + t] = 0.5f * xs[127 - t];
        };
        auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
            auto &xs = kp_xs[kp_stage];
            xs[t] = kp_r0;
        };
        {
            int i = 0;
            if ((long long)i < n / 128) {
                int kp_stage = 0;
                kp_fetch(i);
                kp_store(kp_stage);
                __syncthreads();
                int kp_i = i;
                for (i++; (long long)i < n / 128; i++) {
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
        auto &xs = kp_xs[0];
        for (int i = 0; (long long)i < n / 128; i++) {
            xs[t] = x[i * 128 + t];
            __syncthreads();
            y[i * 128 + t] = 0.5f * xs[127 - t];
            __syncthreads();
        }
    }
}

void run(const float *x, float *y, int n)
{
    whole<<<4, 128>>>(x, y, n);
    wide<<<4, 128>>>(x, y, n);
}
