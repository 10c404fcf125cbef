// Behind the loop the dynamic shared memory is scratch, by its own name and by a pointer made before.
#include <cuda_pipeline_primitives.h>

static __global__ void gemv(const float *__restrict__ A, const float *__restrict__ x,
                     float *__restrict__ y, int n)
{
    extern __shared__ float xs[];
    float *const mine = xs + (threadIdx.x ^ 1);
    const int t = threadIdx.x;
    const int row = blockIdx.x * 128 + t;
    float sum = 0.0f;

    // kpipe: xs in copies of 16 bytes where these hold, else as written
    const bool kp_wide = blockDim.x == 128 && reinterpret_cast<size_t>(xs) % 16 == 0 &&
        reinterpret_cast<size_t>(x) % 16 == 0;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    unsigned kp_stride; // bytes of one stage
    asm("mov.u32 %0, %%dynamic_smem_size;" : "=r"(kp_stride));
    kp_stride = kp_stride / 2 / 128 * 128;
    auto kp_xs = xs;
    auto kp_mine = mine;
    auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto xs = (decltype(kp_xs))((char *)kp_xs + kp_stage * kp_stride);
        if (kp_wide) {
            const unsigned int kp_v = threadIdx.x;
            if (kp_v < 32 && __activemask()) { // true: to keep a branch
                const unsigned int kp_x = kp_v * 4;
                const int t = kp_x;
                __pipeline_memcpy_async(&xs[t], &x[k + t], sizeof(float4));
            }
        } else
            __pipeline_memcpy_async(&xs[t], &x[k + t], sizeof(float));
        __pipeline_commit();
    };
    auto kp_compute = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto xs = (decltype(kp_xs))((char *)kp_xs + kp_stage * kp_stride);
        for (int j = 0; j < 128; ++j)
            sum += A[(k + j) * n + row] * xs[j];
    };
    int kp_stage = 0;
    {
        int k = 0;
        if (k < n) {
            kp_load(k, kp_stage);
            __pipeline_wait_prior(0);
            __syncthreads();
            int kp_k = k;
            for (k += 128; k < n; k += 128) {
                kp_load(k, kp_stage ^ 1);
                kp_compute(kp_k, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                kp_k = k;
                kp_stage ^= 1;
            }
            kp_compute(kp_k, kp_stage);
            __syncthreads();
        }
    }
    { // from here on, the shared memory of the last iteration
    auto xs = (decltype(kp_xs))((char *)kp_xs + kp_stage * kp_stride);
    auto mine = (decltype(kp_mine))((char *)kp_mine + kp_stage * kp_stride);
    sum += *mine * xs[t ^ 3];
    __syncthreads();
    xs[t] = sum;
    __syncthreads();
    y[row] = sum + *mine;
    }
}

void launch_gemv(const float *A, const float *x, float *y, int n)
{
    gemv<<<n / 128, 128, 2 * (128 * sizeof(float))>>>(A, x, y, n);
}
