// Four groups have 16 combinations of branches, but no number takes all of them: there are four programs.
#include <cuda_pipeline_primitives.h>

#define LEVEL 4

__global__ void product(const float *__restrict__ a, const float *__restrict__ b,
                        float *__restrict__ c, int m, int k, int n)
{
#define A(i, j) a[(i) * k + (j)]
#if (LEVEL < 5)
    int batch = 0;
#else
    int batch = blockIdx.z;
#endif
#if (LEVEL < 5)
#if (LEVEL == 4)
    __shared__ __align__(16) float kp_part[2][4][32];
    int col = blockIdx.y * 32, row = blockIdx.x * blockDim.x + threadIdx.x;
    float sum[32] = {};
    int i = threadIdx.x / 32, j = threadIdx.x % 32;
    // kpipe: part in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 128 && n % 4 == 0 &&
        reinterpret_cast<size_t>(b) % 16 == 0;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int t, int kp_stage) __attribute__((always_inline)) {
            auto &part = kp_part[kp_stage];
            {
                const unsigned int kp_v = threadIdx.x;
                if (kp_v < 32) {
                    const unsigned int kp_x = kp_v * 4;
                    int i = kp_x / 32;
                    int j = kp_x % 32;
                    if (t * 4 + i < k && col + j < n) {
                        __pipeline_memcpy_async(&part[i][j], &b[(t * 4 + i) * n + col + j],
                                                sizeof(float4));
                    } else {
                        *reinterpret_cast<float4 *>(&part[i][j]) = make_float4(0, 0, 0, 0);
                    }
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int t, int kp_stage) __attribute__((always_inline)) {
            auto &part = kp_part[kp_stage];
            for (int x = 0; x < 4; ++x)
                for (int y = 0; y < 32; ++y)
                    sum[y] += A(row, t * 4 + x) * part[x][y];
        };
        {
            int t = 0;
            if (t < (k + 3) / 4) {
                int kp_stage = 0;
                kp_load(t, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                int kp_t = t;
                for (++t; t < (k + 3) / 4; ++t) {
                    kp_load(t, kp_stage ^ 1);
                    kp_compute(kp_t, kp_stage);
                    __pipeline_wait_prior(0);
                    __syncthreads();
                    kp_t = t;
                    kp_stage ^= 1;
                }
                kp_compute(kp_t, kp_stage);
                __syncthreads();
            }
        }
    } else { // kpipe: as written
        auto &part = kp_part[0];
        for (int t = 0; t < (k + 3) / 4; ++t) {
            if (t * 4 + i < k && col + j < n) {
                part[i][j] = b[(t * 4 + i) * n + col + j];
            } else {
                part[i][j] = 0;
            }
            __syncthreads();
            for (int x = 0; x < 4; ++x)
                for (int y = 0; y < 32; ++y)
                    sum[y] += A(row, t * 4 + x) * part[x][y];
            __syncthreads();
        }
    }
#else
    __shared__ float part[4][32];
    int col = blockIdx.y * 32, row = blockIdx.x * blockDim.x + threadIdx.x;
    float sum[32] = {};
    int i = threadIdx.x / 32, j = threadIdx.x % 32;
    for (int t = 0; t < (k + 3) / 4; ++t) {
        if (t * 4 + i < k && col + j < n) {
        } else {
            part[i][j] = 0;
        }
        __syncthreads();
        for (int x = 0; x < 4; ++x)
            for (int y = 0; y < 32; ++y)
                sum[y] += A(row, t * 4 + x) * part[x][y];
        __syncthreads();
    }
#endif
#else
#if (LEVEL == 5 || LEVEL == 6)
    __shared__ __align__(16) float kp_part[2][4][32];
    int col = blockIdx.y * 32, row = blockIdx.x * blockDim.x + threadIdx.x;
    float sum[32] = {};
    int i = threadIdx.x / 32, j = threadIdx.x % 32;
    // kpipe: part in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 128 && n % 4 == 0 &&
        reinterpret_cast<size_t>(b) % 16 == 0;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int t, int kp_stage) __attribute__((always_inline)) {
            auto &part = kp_part[kp_stage];
            {
                const unsigned int kp_v = threadIdx.x;
                if (kp_v < 32) {
                    const unsigned int kp_x = kp_v * 4;
                    int i = kp_x / 32;
                    int j = kp_x % 32;
                    if (t * 4 + i < k && col + j < n) {
                        int channel = (t * 4 + i) / 9;
                        __pipeline_memcpy_async(&part[i][j], &b[batch * k * n + channel * n + col + j],
                                                sizeof(float4));
                    } else {
                        *reinterpret_cast<float4 *>(&part[i][j]) = make_float4(0, 0, 0, 0);
                    }
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int t, int kp_stage) __attribute__((always_inline)) {
            auto &part = kp_part[kp_stage];
            for (int x = 0; x < 4; ++x)
                for (int y = 0; y < 32; ++y)
                    sum[y] += A(row, t * 4 + x) * part[x][y];
        };
        {
            int t = 0;
            if (t < (k + 3) / 4) {
                int kp_stage = 0;
                kp_load(t, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                int kp_t = t;
                for (++t; t < (k + 3) / 4; ++t) {
                    kp_load(t, kp_stage ^ 1);
                    kp_compute(kp_t, kp_stage);
                    __pipeline_wait_prior(0);
                    __syncthreads();
                    kp_t = t;
                    kp_stage ^= 1;
                }
                kp_compute(kp_t, kp_stage);
                __syncthreads();
            }
        }
    } else { // kpipe: as written
        auto &part = kp_part[0];
        for (int t = 0; t < (k + 3) / 4; ++t) {
            if (t * 4 + i < k && col + j < n) {
                int channel = (t * 4 + i) / 9;
                part[i][j] = b[batch * k * n + channel * n + col + j];
            } else {
                part[i][j] = 0;
            }
            __syncthreads();
            for (int x = 0; x < 4; ++x)
                for (int y = 0; y < 32; ++y)
                    sum[y] += A(row, t * 4 + x) * part[x][y];
            __syncthreads();
        }
    }
#else
    __shared__ float part[4][32];
    int col = blockIdx.y * 32, row = blockIdx.x * blockDim.x + threadIdx.x;
    float sum[32] = {};
    int i = threadIdx.x / 32, j = threadIdx.x % 32;
    for (int t = 0; t < (k + 3) / 4; ++t) {
        if (t * 4 + i < k && col + j < n) {
        } else {
            part[i][j] = 0;
        }
        __syncthreads();
        for (int x = 0; x < 4; ++x)
            for (int y = 0; y < 32; ++y)
                sum[y] += A(row, t * 4 + x) * part[x][y];
        __syncthreads();
    }
#endif
#endif
    for (int y = 0; y < 32; ++y)
        if (row < m && col + y < n)
            c[batch * m * n + row * n + col + y] = sum[y];
#undef A
}
void launch(const float *a, const float *b, float *c, int m, int k, int n)
{
    product<<<dim3(m / 128, n / 32), 128>>>(a, b, c, m, k, n);
}
