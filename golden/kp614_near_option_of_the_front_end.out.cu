// kpipe: -- -Xcudafe --diag_suppress=177,--display_error_number -Xcompiler -fPIC,-std=c++17
// The front end's options are about messages.
#include <cuda_pipeline_primitives.h>

__global__ void __launch_bounds__(128)
    mirror(float *__restrict__ y, const float *__restrict__ x, int n)
{
    __shared__ __align__(16) float kp_buf[2][256];
    auto &buf = kp_buf[0];
    const int t = threadIdx.x;
    float sum = 0.0f;
    float *tile = buf, *scratch = buf + ((char)200 < 0 ? 128 : 0);

    // kpipe: buf in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 128 && reinterpret_cast<size_t>(x) % 16 == 0;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_tile = tile;
        auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto tile = (decltype(kp_tile))((char *)kp_tile + kp_stage * sizeof(kp_buf[0]));
            {
                const unsigned int kp_v = threadIdx.x;
                if (kp_v < 32 && __activemask()) { // true: to keep a branch
                    const unsigned int kp_x = kp_v * 4;
                    const int t = kp_x;
                    __pipeline_memcpy_async(&tile[t], &x[k + t], sizeof(float4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto tile = (decltype(kp_tile))((char *)kp_tile + kp_stage * sizeof(kp_buf[0]));
            const float v = tile[127 - t] * 2.0f;
            __syncthreads();
            scratch[t] = v;
            __syncthreads();
            sum += scratch[127 - t];
        };
        {
            int k = 0;
            if (k < n) {
                int kp_stage = 0;
                kp_load(k, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (k += 128; k < n; k += 128) {
                    kp_load(k, kp_stage ^ 1);
                    kp_compute(kp_stage);
                    __pipeline_wait_prior(0);
                    __syncthreads();
                    kp_stage ^= 1;
                }
                kp_compute(kp_stage);
            }
        }
    } else { // kpipe: as written
        auto &buf = kp_buf[0];
        for (int k = 0; k < n; k += 128) {
            tile[t] = x[k + t];
            __syncthreads();
            const float v = tile[127 - t] * 2.0f;
            __syncthreads();
            scratch[t] = v;
            __syncthreads();
            sum += scratch[127 - t];
            __syncthreads();
        }
    }
    y[t] = sum;
}
