// kpipe: -- -D__CUDA_NO_HALF_CONVERSIONS__ -D__CUDA_NO_HALF_OPERATORS__
// Without CUDA's own conversions, as PyTorch's flags have it, a class that can become __half can be
// assigned to one; with them it would be ambiguous.
#include <cuda_fp16.h>

struct Half {
    unsigned short x;
    __device__ Half(float);
    __device__ operator float() const;
    __device__ Half(const __half &value)
    {
        x = *reinterpret_cast<const unsigned short *>(&value);
    }
    __device__ operator __half() const
    {
        return *reinterpret_cast<const __half *>(&x);
    }
};

__global__ void sums(const unsigned short *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(128) unsigned short kp_tile[2][128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    unsigned short kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = x[k + t];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        for (int j = 0; j < 128; ++j) {
            __half h;

            h = *reinterpret_cast<const Half *>(&tile[j]);
            sum += __half2float(h);
        }
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        tile[t] = kp_r0;
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            for (k += 128; k < n; k += 128) {
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    y[blockIdx.x * 128 + t] = sum;
}
