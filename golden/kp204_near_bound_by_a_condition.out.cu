// The last rows and columns are fewer than 16, by a condition on sizes of 64 bits.
#include <cuda_pipeline_primitives.h>

__global__ void products(size_t n1, const float *a, size_t n2, const float *b, float *c)
{
    __shared__ struct alignas(128) { float left[16]; } kp_left[2];
    __shared__ float right[16];
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
        // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
        if (kp_apart) {
            auto kp_load = [&](int kp_stage) __attribute__((always_inline)) {
                auto &left = kp_left[kp_stage].left;
                in = i + 16 > n1 ? n1 - i : 16;
                if (t < in)
                    __pipeline_memcpy_async(&left[t], &a[i + t], sizeof(float));
                __pipeline_commit();
            };
            auto kp_compute = [&](size_t i, int kp_stage) __attribute__((always_inline)) {
                auto &left = kp_left[kp_stage].left;
                in = i + 16 > n1 ? n1 - i : 16;
                for (m = 0; m < jn; m++)
                    if (t < in)
                        c[(j + m) * n1 + i + t] += left[t] * right[m];
            };
            i = blockIdx.x * 16;
            if (i < n1) {
                int kp_stage = 0;
                kp_load(kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                size_t kp_i = i;
                for (i += gridDim.x * 16; i < n1; i += gridDim.x * 16) {
                    kp_load(kp_stage ^ 1);
                    kp_compute(kp_i, kp_stage);
                    __pipeline_wait_prior(0);
                    __syncthreads();
                    kp_i = i;
                    kp_stage ^= 1;
                }
                kp_compute(kp_i, kp_stage);
                __syncthreads();
            }
        } else { // kpipe: as written
            auto &left = kp_left[0].left;
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
