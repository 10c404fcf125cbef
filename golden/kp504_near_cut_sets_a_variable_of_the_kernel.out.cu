// The vector on its way into the tile is a variable of the kernel's, which nothing else names and each trip sets before it
// reads it: the loop may be cut as if it was declared in the body.
#include <cuda_fp16.h>

__global__ void sums(const float *__restrict__ x, float *__restrict__ out, int n)
{
    __shared__ __align__(16) half kp_xs[2][512];
    float sum = 0.0f;
    float4 v;
    half2 low, high;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float4 kp_r0[1];
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        memset(kp_r0, 0, sizeof(kp_r0));
        #pragma unroll
        for (int i = threadIdx.x, kp_i = 0; kp_i < 1 && i < 128; i += blockDim.x, ++kp_i) {
            kp_r0[kp_i] = *reinterpret_cast<const float4 *>(x + k + i * 4);
        }
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        for (int j = 0; j < 512; ++j)
            sum += __half2float(xs[j]) * (j + threadIdx.x);
    };
    auto kp_store = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        {
            int i = threadIdx.x;
            #pragma unroll
            for (int kp_i = 0; kp_i < 1 && i < 128; i += blockDim.x, ++kp_i) {
                v = kp_r0[kp_i];
                low = __floats2half2_rn(v.x, v.y);
                high = __floats2half2_rn(v.z, v.w);
                *reinterpret_cast<half2 *>(&xs[i * 4]) = low;
                *reinterpret_cast<half2 *>(&xs[i * 4 + 2]) = high;
            }
            for (; i < 128; i += blockDim.x) {
                v = *reinterpret_cast<const float4 *>(x + k + i * 4);
                low = __floats2half2_rn(v.x, v.y);
                high = __floats2half2_rn(v.z, v.w);
                *reinterpret_cast<half2 *>(&xs[i * 4]) = low;
                *reinterpret_cast<half2 *>(&xs[i * 4 + 2]) = high;
            }
        }
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(k, kp_stage);
            __syncthreads();
            for (k += 512; k < n; k += 512) {
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(k, kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
void launch(const float *x, float *out, int n, int threads)
{
    sums<<<8, threads>>>(x, out, n);
}
