// kpipe: --stages 2 --no-widen
// What stands in the array is of either of two statements.
#include <cuda_pipeline_primitives.h>

__global__ void products(const float *in, float *out, int stride, int n, int m)
{
    __shared__ __align__(128) float kp_tile[2][32][32];
    int ty[4];
    float sums[4];

    for (int v = 0; v < 4; v++)
        ty[v] = threadIdx.y + v * 8;
    for (int first = m; first > 0; first = first / 2) {
        if (first % 3 == 0)
            for (int v = 0; v < 4; v++)
                ty[v] = threadIdx.y + (3 - v) * 8;
        // kpipe: pipelined where these hold, else the loop as written
        auto kp_clear = [](const volatile void *kp_a, long long kp_a_from, long long kp_a_to,
                        const volatile void *kp_b, long long kp_b_from, long long kp_b_to) {
            return reinterpret_cast<long long>(kp_a) + kp_a_to <= reinterpret_cast<long long>(kp_b) + kp_b_from ||
                    reinterpret_cast<long long>(kp_b) + kp_b_to <= reinterpret_cast<long long>(kp_a) + kp_a_from;
        };
        const bool kp_apart =
            size_t(gridDim.x) <= 2147483647 &&
            size_t(stride) <= 262144 &&
            size_t(blockIdx.x) <= 262144 &&
            size_t(n) <= 262144 &&
            32LL * blockIdx.x <= 2147483647LL &&
            1LL * n + 32LL * gridDim.x <= 2147483648LL &&
            1LL * stride * n + 22LL * stride + 1LL * stride * blockDim.y <= 4294967295LL &&
            1LL * stride * n + 22LL * stride + 1LL * stride * blockDim.y + 1LL * blockDim.x <= 4294967296LL &&
            kp_clear(in, 128LL * stride * blockIdx.x, 4LL * stride * n + 88LL * stride + 4LL * stride * blockDim.y + 4LL * blockDim.x,
                    out, 128LL * stride * blockIdx.x, 4LL * stride * n + 88LL * stride + 4LL * stride * blockDim.y + 4LL * blockDim.x);
        // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
        if (kp_apart) {
            auto kp_load = [&](int s, int kp_stage) __attribute__((always_inline)) {
                auto &tile = kp_tile[kp_stage];
                for (int v = 0; v < 4; v++)
                    __pipeline_memcpy_async(&tile[threadIdx.y + v * 8][threadIdx.x],
                                            &in[(s + threadIdx.y + v * 8) * stride + threadIdx.x],
                                            sizeof(float));
                __pipeline_commit();
            };
            auto kp_compute = [&](int s, int kp_stage) __attribute__((always_inline)) {
                auto &tile = kp_tile[kp_stage];
                for (int v = 0; v < 4; v++)
                    sums[v] = 0;
                for (int k = 0; k < 32; k++)
                    for (int v = 0; v < 4; v++)
                        sums[v] += tile[threadIdx.y + v * 8][k] * k;
                for (int v = 0; v < 4; v++)
                    out[(s + ty[v]) * stride + threadIdx.x] = sums[v];
            };
            {
                int s = blockIdx.x * 32;
                if (s < n) {
                    int kp_stage = 0;
                    kp_load(s, kp_stage);
                    __pipeline_wait_prior(0);
                    __syncthreads();
                    int kp_s = s;
                    for (s += 32 * gridDim.x; s < n; s += 32 * gridDim.x) {
                        kp_load(s, kp_stage ^ 1);
                        kp_compute(kp_s, kp_stage);
                        __pipeline_wait_prior(0);
                        __syncthreads();
                        kp_s = s;
                        kp_stage ^= 1;
                    }
                    kp_compute(kp_s, kp_stage);
                    __syncthreads();
                }
            }
        } else { // kpipe: as written
            auto &tile = kp_tile[0];
            for (int s = blockIdx.x * 32; s < n; s += 32 * gridDim.x) {
                for (int v = 0; v < 4; v++)
                    tile[threadIdx.y + v * 8][threadIdx.x] = in[(s + threadIdx.y + v * 8) * stride + threadIdx.x];
                __syncthreads();
                for (int v = 0; v < 4; v++)
                    sums[v] = 0;
                for (int k = 0; k < 32; k++)
                    for (int v = 0; v < 4; v++)
                        sums[v] += tile[threadIdx.y + v * 8][k] * k;
                for (int v = 0; v < 4; v++)
                    out[(s + ty[v]) * stride + threadIdx.x] = sums[v];
                __syncthreads();
            }
        }
    }
}

void run(const float *in, float *out, int stride, int n, int m)
{
    products<<<dim3(8), dim3(32, 8)>>>(in, out, stride, n, m);
}
