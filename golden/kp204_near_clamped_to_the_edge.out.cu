// Indices clamped to the edges of a plane: the smaller one of two numbers is not negative where both are, which is tested of the last column.
#include <cuda_pipeline_primitives.h>

__global__ void blurred(const float *planes, float *out, int w, int h, int many)
{
    __shared__ struct alignas(128) { float tile[18][18]; } kp_tile[2];
    int tx = threadIdx.x, ty = threadIdx.y, x = blockIdx.x * 16 + tx, y = blockIdx.y * 16 + ty;

    // kpipe: pipelined where these hold, else the loop as written
    auto kp_clear = [](const volatile void *kp_a, long long kp_a_from, long long kp_a_to,
                    const volatile void *kp_b, long long kp_b_from, long long kp_b_to) {
        return reinterpret_cast<long long>(kp_a) + kp_a_to <= reinterpret_cast<long long>(kp_b) + kp_b_from ||
                reinterpret_cast<long long>(kp_b) + kp_b_to <= reinterpret_cast<long long>(kp_a) + kp_a_from;
    };
    const bool kp_apart =
        size_t(h) <= 262144 &&
        size_t(many) <= 262144 &&
        size_t(w) <= 262144 &&
        size_t(blockIdx.x) <= 2147483647 &&
        size_t(blockIdx.y) <= 262144 &&
        1LL <= 1LL * h &&
        16LL * blockIdx.x <= 2147483647LL &&
        1LL <= 1LL * w &&
        16LL * blockIdx.x + 1LL * blockDim.x <= 2147483648LL &&
        kp_clear(planes, 0, 4LL * w * h * many,
                out, 64LL * w * blockIdx.y + 64LL * blockIdx.x, 4LL * w * h * many);
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_apart) {
        auto kp_load = [&](int p, int kp_stage) __attribute__((always_inline)) {
            auto &tile = kp_tile[kp_stage].tile;
            for (int i = ty; i < 18; i += 16)
                for (int j = tx; j < 18; j += 16) {
                    int row = min(max((int)(blockIdx.y * 16) + i - 1, 0), h - 1);
                    int column = min(max((int)(blockIdx.x * 16) + j - 1, 0), w - 1);
                    __pipeline_memcpy_async(&tile[i][j], &planes[(p * h + row) * w + column],
                                            sizeof(float));
                }
            __pipeline_commit();
        };
        auto kp_compute = [&](int p, int kp_stage) __attribute__((always_inline)) {
            auto &tile = kp_tile[kp_stage].tile;
            float sum = 0.0f;
            for (int i = 0; i < 3; i++)
                for (int j = 0; j < 3; j++)
                    sum += tile[ty + i][tx + j];
            if (x < w && y < h)
                out[(p * h + y) * w + x] = sum;
        };
        {
            int p = 0;
            if (p < many) {
                int kp_stage = 0;
                kp_load(p, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                int kp_p = p;
                for (p++; p < many; p++) {
                    kp_load(p, kp_stage ^ 1);
                    kp_compute(kp_p, kp_stage);
                    __pipeline_wait_prior(0);
                    __syncthreads();
                    kp_p = p;
                    kp_stage ^= 1;
                }
                kp_compute(kp_p, kp_stage);
            }
        }
    } else { // kpipe: as written
        auto &tile = kp_tile[0].tile;
        for (int p = 0; p < many; p++) {
            for (int i = ty; i < 18; i += 16)
                for (int j = tx; j < 18; j += 16) {
                    int row = min(max((int)(blockIdx.y * 16) + i - 1, 0), h - 1);
                    int column = min(max((int)(blockIdx.x * 16) + j - 1, 0), w - 1);
                    tile[i][j] = planes[(p * h + row) * w + column];
                }
            __syncthreads();
            float sum = 0.0f;
            for (int i = 0; i < 3; i++)
                for (int j = 0; j < 3; j++)
                    sum += tile[ty + i][tx + j];
            if (x < w && y < h)
                out[(p * h + y) * w + x] = sum;
            __syncthreads();
        }
    }
}
