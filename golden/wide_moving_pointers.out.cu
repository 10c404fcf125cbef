// kpipe: --variant=cp-async
// Pointers that the loop moves on stay global for the loop as written: it loads by LDG, not by LD.
#include <cuda_pipeline_primitives.h>

#define T 16
__global__ void product(const float *a, const float *b, float *c, int n)
{
    __shared__ __align__(16) float kp_as[2][T][T], kp_as_bs[2][T][T];
    int x = threadIdx.x, y = threadIdx.y;
    float sum = 0;
    a += blockIdx.y * T * n;
    b += blockIdx.x * T;
    // kpipe: as, bs in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 16 && blockDim.y == 16 && n % 4 == 0 &&
        __cvta_generic_to_global(a) % 16 == 0 && __cvta_generic_to_global(b) % 16 == 0;
    static_assert(T == 16, "kpipe: T has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &as = kp_as[kp_stage];
            auto &bs = kp_as_bs[kp_stage];
            {
                const unsigned int kp_v = threadIdx.y * 16 + threadIdx.x;
                if (kp_v < 64) {
                    const unsigned int kp_x = kp_v % 4 * 4, kp_y = kp_v / 4;
                    int y = kp_y;
                    int x = kp_x;
                    if (k + x < n)
                        __pipeline_memcpy_async(&as[y][x], &a[y * n + x], sizeof(float4));
                    else
                        *reinterpret_cast<float4 *>(&as[y][x]) = make_float4(0, 0, 0, 0);
                }
            }
            {
                const unsigned int kp_v = threadIdx.y * 16 + threadIdx.x;
                if (kp_v < 64) {
                    const unsigned int kp_x = kp_v % 4 * 4, kp_y = kp_v / 4;
                    int y = kp_y;
                    int x = kp_x;
                    if (k + y < n)
                        __pipeline_memcpy_async(&bs[y][x], &b[y * n + x], sizeof(float4));
                    else
                        *reinterpret_cast<float4 *>(&bs[y][x]) = make_float4(0, 0, 0, 0);
                }
            }
            a += T;
            b += T * n;
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &as = kp_as[kp_stage];
            auto &bs = kp_as_bs[kp_stage];
            for (int i = 0; i < T; ++i)
                sum += as[y][i] * bs[i][x];
        };
        {
            int k = 0;
            if (k < n) {
                int kp_stage = 0;
                kp_load(k, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (k += T; k < n; k += T) {
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
        auto &as = kp_as[0];
        auto &bs = kp_as_bs[0];
        for (int k = 0; k < n; k += T) {
            as[y][x] = k + x < n ? a[y * n + x] : 0;
            bs[y][x] = k + y < n ? b[y * n + x] : 0;
            a += T;
            b += T * n;
            __syncthreads();
            for (int i = 0; i < T; ++i)
                sum += as[y][i] * bs[i][x];
            __syncthreads();
        }
    }
    c[(blockIdx.y * T + y) * n + blockIdx.x * T + x] = sum;
}
void run(const float *a, const float *b, float *c, int n)
{
    product<<<dim3(n / T, n / T), dim3(T, T)>>>(a, b, c, n);
}
