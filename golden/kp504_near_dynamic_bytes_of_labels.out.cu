// kpipe: --stages 2
// Dynamic memory beside the tile, whose size each launch computes from the label that leads to it. The
// last one asks for more than 48 KB, which nothing allows: it fails in any case.
#include <cuda_pipeline_primitives.h>

template <int K>
__global__ void nearest(const float *__restrict__ data, int n, float *__restrict__ out)
{
    extern __shared__ float best[];
    __shared__ __align__(16) float kp_tile[2][256];
    float sum = 0;

    // kpipe: tile in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 256 && reinterpret_cast<size_t>(data) % 16 == 0;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int start, int kp_stage) __attribute__((always_inline)) {
            auto &tile = kp_tile[kp_stage];
            {
                const unsigned int kp_v = threadIdx.x;
                if (kp_v < 64 && __activemask()) { // true: to keep a branch
                    const unsigned int kp_x = kp_v * 4;
                    __pipeline_memcpy_async(&tile[kp_x], &data[start + kp_x], sizeof(float4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &tile = kp_tile[kp_stage];
            for (int i = 0; i < 256; i++)
                sum += tile[i] * (float)(i % K);
        };
        {
            int start = 0;
            if (start < n) {
                int kp_stage = 0;
                kp_load(start, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (start += 256; start < n; start += 256) {
                    kp_load(start, kp_stage ^ 1);
                    kp_compute(kp_stage);
                    __pipeline_wait_prior(0);
                    __syncthreads();
                    kp_stage ^= 1;
                }
                kp_compute(kp_stage);
                __syncthreads();
            }
        }
    } else { // kpipe: as written
        auto &tile = kp_tile[0];
        for (int start = 0; start < n; start += 256) {
            tile[threadIdx.x] = data[start + threadIdx.x];
            __syncthreads();
            for (int i = 0; i < 256; i++)
                sum += tile[i] * (float)(i % K);
            __syncthreads();
        }
    }
    best[threadIdx.x * K] = sum;
    __syncthreads();
    out[blockIdx.x * 256 + threadIdx.x] = best[(threadIdx.x ^ 1) * K];
}

void launch(const float *data, int n, float *out, int k)
{
    int threads = 256;
    size_t bytes = threads * k * sizeof(float);

    switch (k) {
    case 2:
        nearest<2><<<64, threads, bytes>>>(data, n, out);
        break;
    case 32:
        nearest<32><<<64, threads, bytes>>>(data, n, out);
        break;
    case 64:
        nearest<64><<<64, threads, bytes>>>(data, n, out);
        break;
    default:
        return;
    }
    if (k == 5)
        nearest<5><<<64, threads, bytes>>>(data, n, out);
}
