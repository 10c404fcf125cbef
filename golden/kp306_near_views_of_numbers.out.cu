// kpipe: --stages 2
// Views whose numbers are constants with names.
#include <cuda_pipeline_primitives.h>

#define TILE 64
#define PITCH (8 + 1)

template <int H, int W> struct grid {
    float *p;

    __device__ explicit grid(float *q) : p(q) {}
    __device__ float &at(int r, int c) { return p[r * W + c]; }
};
struct rows {
    float *data;
    int ld;

    __device__ float &at(int r, int c) const { return data[r * ld + c]; }
};
constexpr int eight = 8;

__global__ void __launch_bounds__(TILE) of_constants(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ __align__(128) float kp_raw[2][256];
    const int t = threadIdx.x;
    constexpr int W = 9;
    float sum = 0;
    static_assert(TILE == 64 && W == 9 && eight == 8,
                  "kpipe: TILE, W or eight has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = A[k + t];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &raw = kp_raw[kp_stage];
        for (int j = 0; j < TILE; j++)
            sum += raw[j / eight * W + j % eight] * (t - j);
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &raw = kp_raw[kp_stage];
        raw[(t / 8) * ((int)W) + (t % 8)] = kp_r0;
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            for (k += TILE; k < n; k += TILE) {
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    C[t] = sum;
}

__global__ void __launch_bounds__(TILE) of_macros(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ __align__(16) float kp_raw[2][256];
    const int t = threadIdx.x;
    float sum = 0;
    // kpipe: raw in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 64 && reinterpret_cast<size_t>(A) % 16 == 0;
    static_assert(TILE == 64, "kpipe: TILE has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &raw = kp_raw[kp_stage];
            {
                const unsigned int kp_v = threadIdx.x;
                if (kp_v < 16 && __activemask()) { // true: to keep a branch
                    const unsigned int kp_x = kp_v * 4;
                    const int t = kp_x;
                    __pipeline_memcpy_async(&raw[0 * ((int)TILE) + t], &A[k + t], sizeof(float4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &raw = kp_raw[kp_stage];
            for (int j = 0; j < TILE; j++)
                sum += raw[j] * (t - j);
        };
        {
            int k = 0;
            if (k < n) {
                int kp_stage = 0;
                kp_load(k, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (k += TILE; k < n; k += TILE) {
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
        auto &raw = kp_raw[0];
        for (int k = 0; k < n; k += TILE) {
            raw[0 * ((int)TILE) + t] = A[k + t];
            __syncthreads();
            for (int j = 0; j < TILE; j++)
                sum += raw[j] * (t - j);
            __syncthreads();
        }
    }
    C[t] = sum;
}

__global__ void __launch_bounds__(TILE) of_copies(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ __align__(128) float kp_raw[2][256];
    const int t = threadIdx.x;
    const int ld = 8 + 1;
    float sum = 0;
    static_assert(TILE == 64 && ld == 9, "kpipe: TILE or ld has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = A[k + t];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &raw = kp_raw[kp_stage];
        for (int j = 0; j < TILE; j++)
            sum += raw[j / 8 * 9 + j % 8] * (t - j);
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &raw = kp_raw[kp_stage];
        raw[(t / 8) * ld + (t % 8)] = kp_r0;
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            for (k += TILE; k < n; k += TILE) {
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    C[t] = sum;
}
