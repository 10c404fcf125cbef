// kpipe: --stages 3
// The call may be all that a condition or a loop is for.
#include <cuda_pipeline_primitives.h>

__global__ void under_a_condition(const float *__restrict__ x, float *__restrict__ out, int n)
{
    __shared__ __align__(16) float kp_xs[3][128];
    const int t = threadIdx.x;
    float sum = 0;

    // kpipe: xs in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = reinterpret_cast<size_t>(x) % 16 == 0;
    // kpipe 0.1.0: pipelined, cp.async, 3 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&, k = 0](int kp_stage) mutable __attribute__((always_inline)) {
            auto &xs = kp_xs[kp_stage];
            if (k < n) {
                if (t < 32)
                    {
                        const int kp_c = 0;
                        __pipeline_memcpy_async(&(&xs[t * 4])[kp_c], &(&x[k + t * 4])[kp_c],
                                                sizeof(float4));
                    }
                k += 128;
            }
            __pipeline_commit();
        };
        kp_load(0);
        kp_load(1);
        int kp_stage = 0, kp_next = 2;
        for (int k = 0; k < n; k += 128) {
            __pipeline_wait_prior(1);
            __syncthreads();
            kp_load(kp_next);
            auto &xs = kp_xs[kp_stage];
            kp_next = kp_stage;
            kp_stage = kp_stage + 1 < 3 ? kp_stage + 1 : 0;
            for (int j = 0; j < 128; ++j)
                sum += xs[j] * (j + t);
        }
    } else { // kpipe: as written
        auto &xs = kp_xs[0];
        for (int k = 0; k < n; k += 128) {
            if (t < 32)
                for (int kp_c = 0; kp_c < 4; ++kp_c)
                    (&xs[t * 4])[kp_c] = (&x[k + t * 4])[kp_c];
            __syncthreads();
            for (int j = 0; j < 128; ++j)
                sum += xs[j] * (j + t);
            __syncthreads();
        }
    }
    out[blockIdx.x * 128 + t] = sum;
}

__global__ void in_a_loop(const float *__restrict__ x, float *__restrict__ out, int n)
{
    __shared__ __align__(16) float kp_xs[3][128];
    const int t = threadIdx.x;
    float sum = 0;

    // kpipe: xs in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide2 = reinterpret_cast<size_t>(x) % 16 == 0;
    // kpipe 0.1.0: pipelined, cp.async, 3 stages (revert this change to undo)
    if (kp_wide2) {
        auto kp_load = [&, k = 0](int kp_stage) mutable __attribute__((always_inline)) {
            auto &xs = kp_xs[kp_stage];
            if (k < n) {
                for (int i = t; i < 32; i += 128)
                    {
                        const int kp_c = 0;
                        __pipeline_memcpy_async(&(&xs[i * 4])[kp_c], &(&x[k + i * 4])[kp_c],
                                                sizeof(float4));
                    }
                k += 128;
            }
            __pipeline_commit();
        };
        kp_load(0);
        kp_load(1);
        int kp_stage = 0, kp_next = 2;
        for (int k = 0; k < n; k += 128) {
            __pipeline_wait_prior(1);
            __syncthreads();
            kp_load(kp_next);
            auto &xs = kp_xs[kp_stage];
            kp_next = kp_stage;
            kp_stage = kp_stage + 1 < 3 ? kp_stage + 1 : 0;
            for (int j = 0; j < 128; ++j)
                sum += xs[j] * (j + t);
        }
    } else { // kpipe: as written
        auto &xs = kp_xs[0];
        for (int k = 0; k < n; k += 128) {
            for (int i = t; i < 32; i += 128)
                for (int kp_c = 0; kp_c < 4; ++kp_c)
                    (&xs[i * 4])[kp_c] = (&x[k + i * 4])[kp_c];
            __syncthreads();
            for (int j = 0; j < 128; ++j)
                sum += xs[j] * (j + t);
            __syncthreads();
        }
    }
    out[blockIdx.x * 128 + t] = sum;
}

void launch(const float *x, float *out, int n)
{
    under_a_condition<<<n / 128, 128>>>(x, out, n);
    in_a_loop<<<n / 128, 128>>>(x, out, n);
}
