// min() gets the size by value: it is what the caller passed, and the test in front of the loop may
// name it.
__global__ void f(const float *from, int m, float *to, int n)
{
    __shared__ float tile[512];

    // kpipe: pipelined where these hold, else the loop as written
    auto kp_clear = [](const volatile void *kp_a, long long kp_a_from, long long kp_a_to,
                    const volatile void *kp_b, long long kp_b_from, long long kp_b_to) {
        return reinterpret_cast<long long>(kp_a) + kp_a_to <= reinterpret_cast<long long>(kp_b) + kp_b_from ||
                reinterpret_cast<long long>(kp_b) + kp_b_to <= reinterpret_cast<long long>(kp_a) + kp_a_from;
    };
    const bool kp_apart =
        size_t(m) <= 262144 &&
        size_t(blockIdx.x) <= 262144 &&
        size_t(n) <= 262144 &&
        1LL * m * blockIdx.x <= 4294967295LL &&
        1LL * m * blockIdx.x + 1LL * m <= 4294967296LL &&
        1LL * m * blockIdx.x + 2LL * m <= 4294967297LL &&
        1LL * n * blockIdx.x <= 4294967295LL &&
        1LL * n * blockIdx.x + 1LL * n <= 4294967296LL &&
        kp_clear(from, 4LL * m * blockIdx.x, 4LL * m * blockIdx.x + 8LL * m - (4LL),
                to, 4LL * n * blockIdx.x, 4LL * n * blockIdx.x + 4LL * n);
    // kpipe 0.1.0: pipelined, staging registers, one buffer (revert this change to undo)
    if (kp_apart) {
        float kp_r0[4];
        auto kp_fetch = [&](int k) __attribute__((always_inline)) {
            memset(kp_r0, 0, sizeof(kp_r0));
            int rest = min(m, k + 512) - k;
        #pragma unroll
            for (int j = threadIdx.x, kp_i = 0; kp_i < 4 && j < rest; j += blockDim.x, ++kp_i)
                kp_r0[kp_i] = from[blockIdx.x * m + k + j];
        };
        auto kp_compute = [&](int k) __attribute__((always_inline)) {
            int rest = min(m, k + 512) - k;
            for (int j = threadIdx.x; j < n; j += blockDim.x) {
                float best = to[blockIdx.x * n + j];
                for (int i = 0; i < rest; i++)
                    best = fminf(best, tile[i] * (i ^ j));
                to[blockIdx.x * n + j] = best;
            }
        };
        auto kp_store = [&](int k) __attribute__((always_inline)) {
            int rest = min(m, k + 512) - k;
            {
                int j = threadIdx.x;
            #pragma unroll
                for (int kp_i = 0; kp_i < 4 && j < rest; j += blockDim.x, ++kp_i)
                    tile[j] = kp_r0[kp_i];
                for (; j < rest; j += blockDim.x)
                    tile[j] = from[blockIdx.x * m + k + j];
            }
        };
        {
            int k = 0;
            if (k < m) {
                kp_fetch(k);
                kp_store(k);
                __syncthreads();
                int kp_k = k;
                for (k += 512; k < m; k += 512) {
                    kp_fetch(k);
                    kp_compute(kp_k);
                    __syncthreads();
                    kp_store(k);
                    __syncthreads();
                    kp_k = k;
                }
                kp_compute(kp_k);
            }
        }
    } else { // kpipe: as written
        for (int k = 0; k < m; k += 512) {
            int rest = min(m, k + 512) - k;
            for (int j = threadIdx.x; j < rest; j += blockDim.x)
                tile[j] = from[blockIdx.x * m + k + j];
            __syncthreads();
            for (int j = threadIdx.x; j < n; j += blockDim.x) {
                float best = to[blockIdx.x * n + j];
                for (int i = 0; i < rest; i++)
                    best = fminf(best, tile[i] * (i ^ j));
                to[blockIdx.x * n + j] = best;
            }
            __syncthreads();
        }
    }
}
