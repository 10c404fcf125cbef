// Iterations that a flag leaves out, and a condition around all of the rest of the body.
#include <cuda_pipeline_primitives.h>

__global__ void f(const float *__restrict__ x, const int *__restrict__ live, float *__restrict__ y,
                  int n)
{
    __shared__ __align__(16) float kp_tile[2][256];
    float sum = 0;
    // the next iteration that does something
    auto kp_skip = [&](int k) __attribute__((always_inline)) {
        for (; k < n; k++) {
            if (!live[k])
                continue;
            if (k != (int)blockIdx.x)
                break;
        }
        return k;
    };
    // kpipe: tile in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 256 && reinterpret_cast<size_t>(x) % 16 == 0;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &tile = kp_tile[kp_stage];
            {
                {
                    const unsigned int kp_v = threadIdx.x;
                    if (kp_v < 64 && __activemask()) { // true: to keep a branch
                        const unsigned int kp_x = kp_v * 4;
                        __pipeline_memcpy_async(&tile[kp_x], &x[k * 256 + kp_x], sizeof(float4));
                    }
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &tile = kp_tile[kp_stage];
            {
                for (int j = 0; j < 256; j++)
                    sum += tile[j] * (k + j);
            }
        };
        {
            int k = kp_skip(0);
            if (k < n) {
                int kp_stage = 0;
                kp_load(k, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                int kp_k = k;
                for (k++, k = kp_skip(k); k < n; k++, k = kp_skip(k)) {
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
        auto &tile = kp_tile[0];
        for (int k = kp_skip(0); k < n; k++, k = kp_skip(k)) {
            {
                tile[threadIdx.x] = x[k * 256 + threadIdx.x];
                __syncthreads();
                for (int j = 0; j < 256; j++)
                    sum += tile[j] * (k + j);
                __syncthreads();
            }
        }
    }
    y[blockIdx.x * 256 + threadIdx.x] = sum;
}

// Behind the condition there is more.
__global__ void g(const float *__restrict__ x, const int *__restrict__ live, float *__restrict__ y,
                  int n)
{
    __shared__ float tile[256];
    float sum = 0;
    for (int k = 0; k < n; k++) {
        if (!live[k])
            continue;
        if (k != (int)blockIdx.x) {
            tile[threadIdx.x] = x[k * 256 + threadIdx.x];
            __syncthreads();
            for (int j = 0; j < 256; j++)
                sum += tile[j] * (k + j);
            __syncthreads();
        } else {
            sum += 1;
        }
    }
    y[blockIdx.x * 256 + threadIdx.x] = sum;
}

void run(const float *x, const int *live, float *y, int n)
{
    f<<<8, 256>>>(x, live, y, n);
    g<<<8, 256>>>(x, live, y, n);
}
