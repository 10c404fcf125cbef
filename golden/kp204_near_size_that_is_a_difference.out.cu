// A row of what is stored has as many elements as a filter leaves of a row of the source. The test asks that they are
// not fewer than none, as bounds of products rest on that.
#include <cuda_pipeline_primitives.h>

__global__ __launch_bounds__(128) void filtered(const float *x, float *out, int size, int taps)
{
    __shared__ __align__(128) float kp_xs[2][128];
    const int t = threadIdx.y * 32 + threadIdx.x, many = size - taps + 1;

    x += blockIdx.x * size * size;
    out += blockIdx.x * many * many;

    for (int row = 0; row < many; row += 4)
    {
        // kpipe: pipelined where these hold, else the loop as written
        auto kp_clear = [](const volatile void *kp_a, long long kp_a_from, long long kp_a_to,
                        const volatile void *kp_b, long long kp_b_from, long long kp_b_to) {
            return reinterpret_cast<long long>(kp_a) + kp_a_to <= reinterpret_cast<long long>(kp_b) + kp_b_from ||
                    reinterpret_cast<long long>(kp_b) + kp_b_to <= reinterpret_cast<long long>(kp_a) + kp_a_from;
        };
        const bool kp_apart =
            size_t(size) <= 262144 &&
            size_t(taps) <= 262144 &&
            size_t(blockIdx.x) <= 262144 &&
            1LL * size * size + 1LL * size * blockDim.y <= 4294967295LL + 1LL * size * taps + 1LL * size &&
            1LL * size * size + 1LL * size * blockDim.y <= 4294967295LL + 1LL * size * taps + 1LL * taps &&
            1LL * size * size + 1LL * size * blockDim.y + 1LL * blockDim.x <= 4294967296LL + 1LL * size * taps + 1LL * taps &&
            1LL * size * blockIdx.x <= 4294967295LL &&
            1LL * size * size * blockIdx.x <= 4294967295LL &&
            1LL * taps <= 1LL * size + 1LL &&
            1LL * size * size + 1LL * blockDim.y + 1LL * taps * taps + 1LL * size * blockDim.y <= 4294967296LL + 2LL * size * taps + 1LL * taps * blockDim.y &&
            1LL * size * size + 1LL * blockDim.y + 1LL * taps * taps + 1LL * size * blockDim.y + 1LL * size <= 4294967296LL + 2LL * size * taps + 1LL * taps * blockDim.y + 1LL * taps &&
            1LL * size * size + 1LL * blockDim.y + 1LL * taps * taps + 1LL * size * blockDim.y + 1LL * size + 1LL * blockDim.x <= 4294967297LL + 2LL * size * taps + 1LL * taps * blockDim.y + 1LL * taps &&
            1LL * taps * blockIdx.x <= 1LL * size * blockIdx.x + 1LL * blockIdx.x &&
            1LL * size * blockIdx.x + 1LL * blockIdx.x <= 4294967295LL + 1LL * taps * blockIdx.x &&
            2LL * size * taps * blockIdx.x + 2LL * taps * blockIdx.x <= 1LL * size * size * blockIdx.x + 2LL * size * blockIdx.x + 1LL * taps * taps * blockIdx.x + 1LL * blockIdx.x &&
            1LL * size * size * blockIdx.x + 2LL * size * blockIdx.x + 1LL * taps * taps * blockIdx.x + 1LL * blockIdx.x <= 4294967295LL + 2LL * size * taps * blockIdx.x + 2LL * taps * blockIdx.x &&
            kp_clear(x, 0, 4LL * size * size + 4LL * size * blockDim.y + 4LL * blockDim.x - (4LL * size * taps + 4LL * taps),
                    out, 0, 4LL * size * size + 4LL * blockDim.y + 4LL * taps * taps + 4LL * size * blockDim.y + 4LL * size + 4LL * blockDim.x - (8LL * size * taps + 4LL * taps * blockDim.y + 4LL + 4LL * taps));
        // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
        if (kp_apart) {
            auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
                auto &xs = kp_xs[kp_stage];
                __pipeline_memcpy_async(&xs[t], &x[(row + threadIdx.y) * size + k + threadIdx.x],
                                        sizeof(float));
                __pipeline_commit();
            };
            auto kp_compute = [&](int k, int kp_stage) __attribute__((always_inline)) {
                auto &xs = kp_xs[kp_stage];
                float sum = 0.0f;
                for (int j = 0; j < 96; ++j)
                    sum += xs[(t + j) % 128] * j;
                out[(row + threadIdx.y) * many + k + threadIdx.x] += sum;
            };
            {
                int k = 0;
                if (k < many) {
                    int kp_stage = 0;
                    __syncthreads();
                    kp_load(k, kp_stage);
                    __pipeline_wait_prior(0);
                    __syncthreads();
                    int kp_k = k;
                    for (k += 32; k < many; k += 32) {
                        kp_load(k, kp_stage ^ 1);
                        kp_compute(kp_k, kp_stage);
                        __pipeline_wait_prior(0);
                        __syncthreads();
                        kp_k = k;
                        kp_stage ^= 1;
                    }
                    kp_compute(kp_k, kp_stage);
                }
            }
        } else { // kpipe: as written
            auto &xs = kp_xs[0];
            for (int k = 0; k < many; k += 32) {
                __syncthreads();
                xs[t] = x[(row + threadIdx.y) * size + k + threadIdx.x];
                __syncthreads();
                float sum = 0.0f;
                for (int j = 0; j < 96; ++j)
                    sum += xs[(t + j) % 128] * j;
                out[(row + threadIdx.y) * many + k + threadIdx.x] += sum;
            }
        }
    }
}
void launch(const float *x, float *out, int size, int taps)
{
    filtered<<<64, dim3(32, 4)>>>(x, out, size, taps);
}
