// The last rows and columns are fewer than 16, by a condition on sizes of 64 bits.
__global__ void products(size_t n1, const float *a, size_t n2, const float *b, float *c)
{
    __shared__ float left[16], right[16];
    size_t i, in, j, jn, m;
    const size_t t = threadIdx.x;

    for (j = blockIdx.y * 16; j < n2; j += gridDim.y * 16) {
        if (j + 16 > n2)
            jn = n2 - j;
        else
            jn = 16;
        if (t < jn)
            right[t] = b[j + t];
        // kpipe: pipelined where these hold, else the loop as written
        auto kp_clear = [](const volatile void *kp_a, long long kp_a_from, long long kp_a_to,
                        const volatile void *kp_b, long long kp_b_from, long long kp_b_to) {
            return reinterpret_cast<long long>(kp_a) + kp_a_to <= reinterpret_cast<long long>(kp_b) + kp_b_from ||
                    reinterpret_cast<long long>(kp_b) + kp_b_to <= reinterpret_cast<long long>(kp_a) + kp_a_from;
        };
        const bool kp_apart =
            size_t(gridDim.x) <= 2147483647 &&
            size_t(blockIdx.x) <= 2147483647 &&
            size_t(gridDim.y) <= 2147483647 &&
            size_t(n1) <= 262144 &&
            size_t(blockIdx.y) <= 262144 &&
            size_t(n2) <= 262144 &&
            16LL * gridDim.x <= 4294967295LL &&
            16LL * blockIdx.x <= 4294967295LL &&
            16LL * gridDim.y <= 4294967295LL &&
            16LL * blockIdx.y <= 4294967295LL &&
            kp_clear(a, 64LL * blockIdx.x, (long long)n1 * 4LL + 60LL,
                    c, (long long)n1 * 64LL * blockIdx.y + 64LL * blockIdx.x, (long long)n1 * (long long)n2 * 4LL + (long long)n1 * 60LL + 60LL);
        // kpipe 0.1.0: pipelined, staging registers, one buffer (revert this change to undo)
        if (kp_apart) {
            float kp_r0;
            auto kp_fetch = [&]() __attribute__((always_inline)) {
                in = i + 16 > n1 ? n1 - i : 16;
                if (t < in)
                    kp_r0 = a[i + t];
            };
            auto kp_compute = [&](size_t i) __attribute__((always_inline)) {
                in = i + 16 > n1 ? n1 - i : 16;
                for (m = 0; m < jn; m++)
                    if (t < in)
                        c[(j + m) * n1 + i + t] += left[t] * right[m];
            };
            auto kp_store = [&]() __attribute__((always_inline)) {
                size_t in;
                in = i + 16 > n1 ? n1 - i : 16;
                if (t < in)
                    left[t] = kp_r0;
            };
            i = blockIdx.x * 16;
            if (i < n1) {
                kp_fetch();
                kp_store();
                __syncthreads();
                size_t kp_i = i;
                for (i += gridDim.x * 16; i < n1; i += gridDim.x * 16) {
                    kp_fetch();
                    kp_compute(kp_i);
                    __syncthreads();
                    kp_store();
                    __syncthreads();
                    kp_i = i;
                }
                kp_compute(kp_i);
                __syncthreads();
            }
        } else { // kpipe: as written
            for (i = blockIdx.x * 16; i < n1; i += gridDim.x * 16) {
                in = i + 16 > n1 ? n1 - i : 16;
                if (t < in)
                    left[t] = a[i + t];
                __syncthreads();
                for (m = 0; m < jn; m++)
                    if (t < in)
                        c[(j + m) * n1 + i + t] += left[t] * right[m];
                __syncthreads();
            }
        }
    }
}
