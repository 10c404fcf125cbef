// The copies of the first kernel become longer text; what is said of the second, which might be
// pipelined by itself, is said at its own line.
#include <cuda_pipeline_primitives.h>

#define T 128
__global__ void sums(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(16) float kp_xs[2][T];
    float acc = 0;
    for (int r = 0; r < 3; ++r) {
        // kpipe: xs in copies of 16 bytes where these hold, else the loop as written
        const bool kp_wide = blockDim.x == 128 && reinterpret_cast<size_t>(x) % 16 == 0;
        static_assert(T == 128, "kpipe: T has changed: run kpipe again");
        // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
        if (kp_wide) {
            auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
                auto &xs = kp_xs[kp_stage];
                {
                    const unsigned int kp_v = threadIdx.x;
                    if (kp_v < 32 && __activemask()) { // true: to keep a branch
                        const unsigned int kp_x = kp_v * 4;
                        __pipeline_memcpy_async(&xs[kp_x], &x[k + kp_x], sizeof(float4));
                    }
                }
                __pipeline_commit();
            };
            auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
                auto &xs = kp_xs[kp_stage];
                for (int j = 0; j < T; ++j)
                    acc += xs[j] * (j + threadIdx.x);
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
                    __syncthreads();
                }
            }
        } else { // kpipe: as written
            auto &xs = kp_xs[0];
            for (int k = 0; k < n; k += T) {
                xs[threadIdx.x] = x[k + threadIdx.x];
                __syncthreads();
                for (int j = 0; j < T; ++j)
                    acc += xs[j] * (j + threadIdx.x);
                __syncthreads();
            }
        }
    }
    y[blockIdx.x * T + threadIdx.x] = acc;
}

__global__ void product(const double *__restrict__ A, const double *__restrict__ B, double *__restrict__ C, int K,
                        int N)
{
    __shared__ double As[64][9], Bs[8][65];
    const int x = threadIdx.x % 64, y = threadIdx.x / 64;
    double acc[8] = {};

    for (int k = 0; k < K; k += 8) {
        As[threadIdx.x / 8][threadIdx.x % 8] = 2 * A[(blockIdx.y * 64 + threadIdx.x / 8) * K + k + threadIdx.x % 8];
        Bs[y][x] = 2 * B[(k + y) * N + blockIdx.x * 64 + x];
        __syncthreads();
        for (int j = 0; j < 8; ++j)
            for (int i = 0; i < 8; ++i)
                acc[i] += As[y * 8 + i][j] * Bs[j][x];
        __syncthreads();
    }
    for (int i = 0; i < 8; ++i)
        C[(blockIdx.y * 64 + y * 8 + i) * N + blockIdx.x * 64 + x] = acc[i];
}

void run(const float *x, float *y, const double *A, const double *B, double *C, int n, int m)
{
    sums<<<m / T, T>>>(x, y, n);
    product<<<dim3(m / 64, m / 64), 512>>>(A, B, C, n, m);
}
