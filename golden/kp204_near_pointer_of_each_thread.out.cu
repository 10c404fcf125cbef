// The kernel moves the pointer that it stores by to the thread's own element. What the block stores to
// is told from there: the test takes off again what the thread's indices have added.
#include <cuda_pipeline_primitives.h>

__global__ __launch_bounds__(128) void filtered(const float *x, float *out, int size, int many)
{
    __shared__ __align__(128) float kp_xs[2][128];
    const int t = threadIdx.y * 32 + threadIdx.x;

    x += blockIdx.x * size * size;
    out += blockIdx.x * many * many + threadIdx.y * many + threadIdx.x;
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
            size_t(many) <= 262144 &&
            size_t(blockIdx.x) <= 262144 &&
            1LL * size * many + 1LL * size * blockDim.y <= 4294967295LL + 2LL * size &&
            1LL * size * many + 1LL * size * blockDim.y + 1LL * many <= 4294967296LL + 2LL * size &&
            1LL * size * many + 1LL * size * blockDim.y + 1LL * many + 1LL * blockDim.x <= 4294967297LL + 2LL * size &&
            1LL * size * blockIdx.x <= 4294967295LL &&
            1LL * size * size * blockIdx.x <= 4294967295LL &&
            1LL * many * blockIdx.x <= 4294967295LL &&
            1LL * many * many * blockIdx.x <= 4294967295LL &&
            1LL * many * many * blockIdx.x + 1LL * many * blockDim.y <= 4294967295LL + 1LL * many &&
            1LL * many * many * blockIdx.x + 1LL * many * blockDim.y + 1LL * blockDim.x <= 4294967296LL + 1LL * many &&
            kp_clear(x, 0, 4LL * size * many + 4LL * size * blockDim.y + 4LL * many + 4LL * blockDim.x - (8LL * size + 4LL),
                    out, 0 - (4LL * many * threadIdx.y + 4LL * threadIdx.x), 4LL * many * many + 4LL * blockDim.x + 4LL * many * blockDim.y - (4LL + 4LL * many + 4LL * many * threadIdx.y + 4LL * threadIdx.x));
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
                out[row * many + k] += sum;
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
                out[row * many + k] += sum;
            }
        }
    }
}
void launch(const float *x, float *out, int size, int many)
{
    filtered<<<64, dim3(32, 4)>>>(x, out, size, many);
}
