// kpipe: --stages 2
// So many numbers, whatever is edited elsewhere: the language names their type.
#include <string.h>
#include <cuda_pipeline_primitives.h>

__global__ void times(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ __align__(16) float kp_As[2][256];
    int t = threadIdx.x;
    float sum = 0;

    // kpipe: As in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = reinterpret_cast<size_t>(A) % 16 == 0;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &As = kp_As[kp_stage];
            {
                const int kp_c = 0;
                __pipeline_memcpy_async(&(&As[4 * t])[kp_c], &(&A[k + 4 * t])[kp_c], sizeof(float4));
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &As = kp_As[kp_stage];
            for (int j = 0; j < 256; ++j)
                sum += As[j] * (t - j);
        };
        {
            int k = 0;
            if (k < n) {
                int kp_stage = 0;
                kp_load(k, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (k += 256; k < n; k += 256) {
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
        auto &As = kp_As[0];
        for (int k = 0; k < n; k += 256) {
            for (int kp_c = 0; kp_c < 4; ++kp_c)
                (&As[4 * t])[kp_c] = (&A[k + 4 * t])[kp_c];
            __syncthreads();
            for (int j = 0; j < 256; ++j)
                sum += As[j] * (t - j);
            __syncthreads();
        }
    }
    C[t] = sum;
}

__global__ void turned(const unsigned int *__restrict__ A, unsigned int *__restrict__ C, int n)
{
    __shared__ __align__(16) unsigned int kp_As[2][256];
    int t = threadIdx.x;
    unsigned int sum = 0;

    // kpipe: As in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide2 = reinterpret_cast<size_t>(A) % 16 == 0;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide2) {
        auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &As = kp_As[kp_stage];
            {
                const int kp_c = 0;
                __pipeline_memcpy_async(&(&As[4 * t])[kp_c], &(&A[k + 4 * t])[kp_c], sizeof(uint4));
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &As = kp_As[kp_stage];
            for (int j = 0; j < 256; ++j)
                sum += As[j] * (t - j);
        };
        {
            int k = 0;
            if (k < n) {
                int kp_stage = 0;
                kp_load(k, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (k += 256; k < n; k += 256) {
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
        auto &As = kp_As[0];
        for (int k = 0; k < n; k += 256) {
            for (int kp_c = 0; kp_c < 4; ++kp_c)
                (&As[4 * t])[kp_c] = (&A[k + 4 * t])[kp_c];
            __syncthreads();
            for (int j = 0; j < 256; ++j)
                sum += As[j] * (t - j);
            __syncthreads();
        }
    }
    C[t] = sum;
}

void run(const float *a, float *c, const unsigned *b, unsigned *d, int n)
{
    times<<<1, 64>>>(a, c, n);
    turned<<<1, 64>>>(b, d, n);
}
