// No less than 0, and no less than four columns further left: the last column that is read is the larger one of both.
__global__ void lines(const float *x, float *out, int n, int pitch)
{
    __shared__ struct alignas(128) { float line[128 + 4]; } kp_line[2];
    int t = threadIdx.x, at = blockIdx.x * 128 + t;

    // kpipe: pipelined where these hold, else the loop as written
    auto kp_clear = [](const volatile void *kp_a, long long kp_a_from, long long kp_a_to,
                    const volatile void *kp_b, long long kp_b_from, long long kp_b_to) {
        return reinterpret_cast<long long>(kp_a) + kp_a_to <= reinterpret_cast<long long>(kp_b) + kp_b_from ||
                reinterpret_cast<long long>(kp_b) + kp_b_to <= reinterpret_cast<long long>(kp_a) + kp_a_from;
    };
    const bool kp_apart =
        size_t(n) <= 262144 &&
        size_t(pitch) <= 262144 &&
        size_t(blockIdx.x) <= 2147483647 &&
        128LL * blockIdx.x + 1LL * blockDim.x <= 2147483648LL &&
        128LL * blockIdx.x <= 2147483644LL &&
        1LL <= 128LL * blockIdx.x &&
        kp_clear(x, 512LL * blockIdx.x, 4LL * n * pitch + 512LL * blockIdx.x + 4LL * blockDim.x - (4LL * pitch),
                out, 512LL * blockIdx.x, 4LL * n * pitch + 512LL * blockIdx.x + 4LL * blockDim.x - (4LL * pitch)) &&
        kp_clear(x, 0, 4LL * n * pitch + 512LL * blockIdx.x - (4LL * pitch),
                out, 512LL * blockIdx.x, 4LL * n * pitch + 512LL * blockIdx.x + 4LL * blockDim.x - (4LL * pitch));
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    if (kp_apart) {
        float kp_r0, kp_r1;
        auto kp_fetch = [&](int k) __attribute__((always_inline)) {
            kp_r0 = x[k * pitch + at];
            if (t < 4)
                kp_r1 = x[k * pitch + max(at - 4, 0)];
        };
        auto kp_compute = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &line = kp_line[kp_stage].line;
            float sum = 0.0f;
            for (int i = 0; i < 5; i++)
                sum += line[t + i];
            out[k * pitch + at] = sum;
        };
        auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
            auto &line = kp_line[kp_stage].line;
            line[t + 4] = kp_r0;
            if (t < 4)
                line[t] = kp_r1;
        };
        {
            int k = 0;
            if (k < n) {
                int kp_stage = 0;
                kp_fetch(k);
                kp_store(kp_stage);
                __syncthreads();
                int kp_k = k;
                for (k++; k < n; k++) {
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
        auto &line = kp_line[0].line;
        for (int k = 0; k < n; k++) {
            line[t + 4] = x[k * pitch + at];
            if (t < 4)
                line[t] = x[k * pitch + max(at - 4, 0)];
            __syncthreads();
            float sum = 0.0f;
            for (int i = 0; i < 5; i++)
                sum += line[t + i];
            out[k * pitch + at] = sum;
            __syncthreads();
        }
    }
}
