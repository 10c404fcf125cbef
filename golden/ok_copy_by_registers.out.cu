// kpipe: --variant cp-async
// Registers that one loop fills and another stores are left out: the copies become asynchronous.
#include <cuda_pipeline_primitives.h>

__global__ void vectors(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C,
                        int n)
{
    __shared__ __align__(16) float kp_As[2][16][64];
    __shared__ __align__(16) float kp_Bs[2][16][64];
    const int t = threadIdx.x;
    float rb[2][8], acc = 0.0f;

    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        auto &Bs = kp_Bs[kp_stage];
#pragma unroll
        for (int i = 0; i < 4; ++i) {
            __pipeline_memcpy_async(&As[t / 16 + i * 4][t % 16 * 4],
                                    &A[(k + t / 16 + i * 4) * n + t % 16 * 4], sizeof(float4));
        }
#pragma unroll
        for (int i = 0; i < 2; i++)
            for (int j = 0; j < 8; j++)
                __pipeline_memcpy_async(&Bs[i * 8 + j][t], &B[(k + i * 8 + j) * n + t],
                                        sizeof(float));
        __pipeline_commit();
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        auto &Bs = kp_Bs[kp_stage];
        for (int j = 0; j < 16; ++j)
            acc += As[j][t] * Bs[j][63 - t];
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_load(k, kp_stage);
            __pipeline_wait_prior(0);
            __syncthreads();
            for (k += 16; k < n; k += 16) {
                kp_load(k, kp_stage ^ 1);
                kp_compute(kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    C[blockIdx.x * 64 + t] = acc;
}

// The user's loop stays beside the pipelined one, with the registers; a guard goes along.
__global__ void guarded(const float *A, float *C, int n)
{
    __shared__ __align__(16) float kp_As[2][256];
    const int t = threadIdx.x;
    float acc = 0.0f;

    // kpipe: As in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 64 && n % 4 == 0 &&
        reinterpret_cast<size_t>(A) % 16 == 0;
    // kpipe: pipelined where these hold, else the loop as written
    auto kp_clear = [](const volatile void *kp_a, long long kp_a_from, long long kp_a_to,
                    const volatile void *kp_b, long long kp_b_from, long long kp_b_to) {
        return reinterpret_cast<long long>(kp_a) + kp_a_to <= reinterpret_cast<long long>(kp_b) + kp_b_from ||
                reinterpret_cast<long long>(kp_b) + kp_b_to <= reinterpret_cast<long long>(kp_a) + kp_a_from;
    };
    const bool kp_apart =
        kp_wide &&
        size_t(n) <= 262144 &&
        size_t(blockIdx.x) <= 262144 &&
        1LL * n * blockIdx.x <= 4294967295LL &&
        1LL * n * blockIdx.x + 1LL * n <= 4294967296LL &&
        1LL * n * blockIdx.x + 1LL * n + 1LL * blockDim.x <= 4294967297LL &&
        kp_clear(A, 0, 4LL * n + 1020LL,
                C, 0, 1LL * n + 1LL * n * blockIdx.x + 4LL * blockDim.x - (1LL));
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_apart) {
        auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &As = kp_As[kp_stage];
            {
                const unsigned int kp_v = threadIdx.x;
                const unsigned int kp_x = kp_v % 16 * 4;
                const int t = kp_x;
            #pragma unroll
                for (int i = static_cast<int>(kp_v / 16); i < 4; i += 4) {
                    if (k + i * 64 + t < n)
                        __pipeline_memcpy_async(&As[i * 64 + t], &A[k + i * 64 + t], sizeof(float4));
                    else
                        *reinterpret_cast<float4 *>(&As[i * 64 + t]) = make_float4(0, 0, 0, 0);
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &As = kp_As[kp_stage];
            for (int j = 0; j < 256; ++j)
                acc += As[j] * (float)(j + t);
            C[(blockIdx.x * n + k) / 4 + t] = acc;
        };
        {
            int k = 0;
            if (k < n) {
                int kp_stage = 0;
                kp_load(k, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                int kp_k = k;
                for (k += 256; k < n; k += 256) {
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
        auto &As = kp_As[0];
        float ra[4];
        for (int k = 0; k < n; k += 256) {
            for (int i = 0; i < 4; i++)
                ra[i] = k + i * 64 + t < n ? A[k + i * 64 + t] : 0.0f;
            for (int i = 0; i < 4; i++)
                As[i * 64 + t] = ra[i];
            __syncthreads();
            for (int j = 0; j < 256; ++j)
                acc += As[j] * (float)(j + t);
            C[(blockIdx.x * n + k) / 4 + t] = acc;
            __syncthreads();
        }
    }
}

// In no loop: one element, or the whole variable.
#define FLOAT4(value) (reinterpret_cast<float4 *>(&(value))[0])
__global__ void elements(float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int n)
{
    __shared__ __align__(16) float kp_As[2][16][64];
    __shared__ __align__(128) float kp_Bs[2][64];
    const int t = threadIdx.x;
    float held[4], acc = 0.0f, b;

    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        auto &Bs = kp_Bs[kp_stage];
        __pipeline_memcpy_async(&FLOAT4(As[t / 16][t % 16 * 4]),
                                &FLOAT4(A[(k + t / 16) * n + t % 16 * 4]), sizeof(float4));
        __pipeline_memcpy_async(&Bs[t % 64], &B[k * 4 + t % 64], sizeof(float));
        __pipeline_commit();
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        auto &Bs = kp_Bs[kp_stage];
        for (int j = 0; j < 16; ++j)
            acc += As[j][t % 64] * Bs[j * 4];
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_load(k, kp_stage);
            __pipeline_wait_prior(0);
            __syncthreads();
            for (k += 16; k < n; k += 16) {
                kp_load(k, kp_stage ^ 1);
                kp_compute(kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    C[blockIdx.x * 256 + t] = acc;
}

// Compute uses the registers as well, for values of its own.
__global__ void reused(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ __align__(16) float kp_As[2][1024];
    const int t = threadIdx.x;
    float4 held[2];
    float acc = 0.0f;

    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        __pipeline_memcpy_async(&As[t * 4], A + k + t * 4, sizeof(float4));
        __pipeline_commit();
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        for (int j = 0; j < 1024; j += 8) {
            held[0] = *reinterpret_cast<const float4 *>(&As[j]);
            held[1] = *reinterpret_cast<const float4 *>(&As[j + 4]);
            acc += held[0].x * held[1].w - held[0].y * held[1].z;
        }
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_load(k, kp_stage);
            __pipeline_wait_prior(0);
            __syncthreads();
            for (k += 1024; k < n; k += 1024) {
                kp_load(k, kp_stage ^ 1);
                kp_compute(kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    C[blockIdx.x * 256 + t] = acc;
}
