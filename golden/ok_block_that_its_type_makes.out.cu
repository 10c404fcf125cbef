// A launch's block that is made by its type's name, of two numbers: 1024 threads.
#include <cuda_pipeline_primitives.h>

enum { T = 32 };

__global__ __launch_bounds__(1024) void product(const float *__restrict__ a, const float *__restrict__ b, float *__restrict__ c, int n)
{
    __shared__ __align__(16) float kp_as[2][T][T], kp_as_bs[2][T][T];
    const int tx = threadIdx.x, ty = threadIdx.y;
    float sum = 0.0f;

    // kpipe: as, bs in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 32 && blockDim.y == 32 && n % 4 == 0 &&
        reinterpret_cast<size_t>(a) % 16 == 0 && reinterpret_cast<size_t>(b) % 16 == 0;
    static_assert(static_cast<long long>(T) == 32, "kpipe: T has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &as = kp_as[kp_stage];
            auto &bs = kp_as_bs[kp_stage];
            {
                const unsigned int kp_v = threadIdx.y * 32 + threadIdx.x;
                if (kp_v < 256 && __activemask()) { // true: to keep a branch
                    const unsigned int kp_x = kp_v % 8 * 4, kp_y = kp_v / 8;
                    const int ty = kp_y;
                    const int tx = kp_x;
                    __pipeline_memcpy_async(&as[ty][tx], &a[(blockIdx.y * T + ty) * n + k + tx],
                                            sizeof(float4));
                }
            }
            {
                const unsigned int kp_v = threadIdx.y * 32 + threadIdx.x;
                if (kp_v < 256 && __activemask()) { // true: to keep a branch
                    const unsigned int kp_x = kp_v % 8 * 4, kp_y = kp_v / 8;
                    const int ty = kp_y;
                    const int tx = kp_x;
                    __pipeline_memcpy_async(&bs[ty][tx], &b[(k + ty) * n + blockIdx.x * T + tx],
                                            sizeof(float4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &as = kp_as[kp_stage];
            auto &bs = kp_as_bs[kp_stage];
            for (int j = 0; j < T; ++j)
                sum += as[ty][j] * bs[j][tx];
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
            as[ty][tx] = a[(blockIdx.y * T + ty) * n + k + tx];
            bs[ty][tx] = b[(k + ty) * n + blockIdx.x * T + tx];
            __syncthreads();
            for (int j = 0; j < T; ++j)
                sum += as[ty][j] * bs[j][tx];
            __syncthreads();
        }
    }
    c[(blockIdx.y * T + ty) * n + blockIdx.x * T + tx] = sum;
}

void run(const float *a, const float *b, float *c, int n)
{
    dim3 grid = dim3(n / T, n / T);
    dim3 block = dim3(T, T);

    product<<<grid, block>>>(a, b, c, n);
}
