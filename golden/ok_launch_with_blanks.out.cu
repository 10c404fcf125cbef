// nvcc takes << < and >> > for a launch, as formatters leave it; templates close with >> >, too.
#include <cuda_pipeline_primitives.h>

template <class A, class B>
struct pair {
    A a;
    B b;
};
template <class T>
struct twice {
    T first, second;
};

static __global__ void gemv(const float *__restrict__ x, float *__restrict__ y, int n)
{
    extern __shared__ float xs[];
    const int t = threadIdx.x;
    float sum = 0.0f;

    // kpipe: xs in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = reinterpret_cast<size_t>(xs) % 16 == 0 &&
        reinterpret_cast<size_t>(x) % 16 == 0;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        unsigned kp_stride; // bytes of one stage
        asm("mov.u32 %0, %%dynamic_smem_size;" : "=r"(kp_stride));
        kp_stride = kp_stride / 2 / 128 * 128;
        auto kp_xs = xs;
        auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto xs = (decltype(kp_xs))((char *)kp_xs + kp_stage * kp_stride);
            {
                for (int i = t * 4; i < 128; i += blockDim.x * 4) {
                    __pipeline_memcpy_async(&xs[i], &x[k + i], sizeof(float4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto xs = (decltype(kp_xs))((char *)kp_xs + kp_stage * kp_stride);
            for (int i = 0; i < 128; i++)
                sum += xs[i];
        };
        {
            int k = 0;
            if (k < n) {
                int kp_stage = 0;
                kp_load(k, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (k += 128; k < n; k += 128) {
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
        for (int k = 0; k < n; k += 128) {
            for (int i = t; i < 128; i += blockDim.x)
                xs[i] = x[k + i];
            __syncthreads();
            for (int i = 0; i < 128; i++)
                sum += xs[i];
            __syncthreads();
        }
    }
    y[blockIdx.x * 128 + t] = sum;
}

int some(const float *x, float *y, int n)
{
    pair<int, twice<twice<int>> > sizes = {128, {{1 << 2, 2}, {512 >> 1, 4}}};

    gemv << <sizes.b.first.first, sizes.a, 2 * 512 >> > (x, y, n);
    return n << 2;
}
void others(const float *x, float *y, int n)
{
    gemv <<  <dim3(2, n >> 7), 64, 2 * ((size_t)512)>>>(x, y, n);
    gemv<<<1, 32, 2 * 512 >>	>(x, y, n);
}
