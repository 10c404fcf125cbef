// Both loops fill a tile, and both step in their bodies: the inner one is no fill of the outer one.
#include <cuda_pipeline_primitives.h>

template <int T>
__global__ void products(int rows, int n, const float *__restrict__ a, const float *__restrict__ b, float *__restrict__ y)
{
    __shared__ float left[T];
    __shared__ struct alignas(128) { __align__(16) float right[T]; } kp_right[2];
    int m = T * blockIdx.x;

    while (m < rows) {
        float sum = 0;
        left[threadIdx.x] = a[m + threadIdx.x];
        __syncthreads();
        int k = 0;
        // kpipe: right in copies of 16 bytes where these hold, else the loop as written
        const bool kp_wide = blockDim.x == 128 && T % 4 == 0 && k % 4 == 0 && n % 4 == 0 &&
            reinterpret_cast<size_t>(b) % 16 == 0;
        // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
        if (kp_wide) {
            auto kp_load = [&](int kp_stage) __attribute__((always_inline)) {
                auto &right = kp_right[kp_stage].right;
                {
                    const unsigned int kp_v = threadIdx.x;
                    if (kp_v < 32) {
                        const unsigned int kp_x = kp_v * 4;
                        if (k + (int)kp_x < n)
                            __pipeline_memcpy_async(&right[kp_x], &b[k + kp_x], sizeof(float4));
                        else
                            *reinterpret_cast<float4 *>(&right[kp_x]) = make_float4(0, 0, 0, 0);
                    }
                }
                __pipeline_commit();
            };
            auto kp_compute = [&](int k, int kp_stage) __attribute__((always_inline)) {
                auto &right = kp_right[kp_stage].right;
                for (int i = 0; i < T; i++)
                    sum += k + i < n ? left[i] * right[i] : 0;
            };
            if (k < n) {
                int kp_stage = 0;
                kp_load(kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                int kp_k = k;
                for (k += T; k < n; k += T) {
                    kp_load(kp_stage ^ 1);
                    kp_compute(kp_k, kp_stage);
                    __pipeline_wait_prior(0);
                    __syncthreads();
                    kp_k = k;
                    kp_stage ^= 1;
                }
                kp_compute(kp_k, kp_stage);
                __syncthreads();
            }
        } else { // kpipe: as written
            auto &right = kp_right[0].right;
            for (; k < n; k += T) {
                right[threadIdx.x] = k + (int)threadIdx.x < n ? b[k + threadIdx.x] : 0;
                __syncthreads();
                for (int i = 0; i < T; i++)
                    sum += k + i < n ? left[i] * right[i] : 0;
                __syncthreads();
            }
        }
        y[m + threadIdx.x] = sum;
        m += T * gridDim.x;
        __syncthreads();
    }
}

void launch(int rows, int n, const float *a, const float *b, float *y)
{
    products<128><<<4, 128>>>(rows, n, a, b, y);
}
