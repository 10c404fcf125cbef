// kpipe: --stages 2
// Pointers that the kernel moves by numbers of each thread, which are remainders and quotients: the
// test takes them away again.
#include <cuda_pipeline_primitives.h>

__global__ void filtered(float *out, const float *images, const float *filters, int size)
{
    __shared__ __align__(128) float kp_part[2][16][32];
    const int tx = threadIdx.x % 32, ty = threadIdx.x / 32, image = blockIdx.x % 4;
    images += image * size * 512 + ty * 32 + tx;
    out += image * size * 32 + tx;
    float sum = 0;
    // kpipe: pipelined where these hold, else the loop as written
    auto kp_clear = [](const volatile void *kp_a, long long kp_a_from, long long kp_a_to,
                    const volatile void *kp_b, long long kp_b_from, long long kp_b_to) {
        return reinterpret_cast<long long>(kp_a) + kp_a_to <= reinterpret_cast<long long>(kp_b) + kp_b_from ||
                reinterpret_cast<long long>(kp_b) + kp_b_to <= reinterpret_cast<long long>(kp_a) + kp_a_from;
    };
    const bool kp_apart =
        size_t(size) <= 262144 &&
        size_t(image) <= 262144 &&
        kp_clear(images, 0 - (2048LL * size * image + 128LL * ty + 4LL * tx), 4LL * blockDim.x + 8192LL * size - (1924LL + 2048LL * size * image + 128LL * ty + 4LL * tx),
                out, 0 - (128LL * size * image + 4LL * tx), 512LL * size - (128LL * size * image + 4LL * tx));
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_apart) {
        auto kp_load = [&](int y, int kp_stage) __attribute__((always_inline)) {
            auto &part = kp_part[kp_stage];
            __pipeline_memcpy_async(&part[ty][tx], &images[y * 512], sizeof(float));
            __pipeline_commit();
        };
        auto kp_compute = [&](int y, int kp_stage) __attribute__((always_inline)) {
            auto &part = kp_part[kp_stage];
            for (int j = 0; j < 16; j++)
                sum += part[j][tx] * filters[j];
            if (ty == 0)
                out[y * 32] = sum;
        };
        {
            int y = 0;
            if (y < size) {
                int kp_stage = 0;
                kp_load(y, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                int kp_y = y;
                for (y++; y < size; y++) {
                    kp_load(y, kp_stage ^ 1);
                    kp_compute(kp_y, kp_stage);
                    __pipeline_wait_prior(0);
                    __syncthreads();
                    kp_y = y;
                    kp_stage ^= 1;
                }
                kp_compute(kp_y, kp_stage);
            }
        }
    } else { // kpipe: as written
        auto &part = kp_part[0];
        for (int y = 0; y < size; y++) {
            part[ty][tx] = images[y * 512];
            __syncthreads();
            for (int j = 0; j < 16; j++)
                sum += part[j][tx] * filters[j];
            if (ty == 0)
                out[y * 32] = sum;
            __syncthreads();
        }
    }
}
void launch(float *o, const float *i, const float *f, int s) { filtered<<<4, 512>>>(o, i, f, s); }
