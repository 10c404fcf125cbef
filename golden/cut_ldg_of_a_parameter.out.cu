// __ldg of an address of a template's type: the register has the type of what is read.
#include <cuda_fp16.h>
#include <type_traits>

template <typename T>
__global__ void dot(const T *__restrict__ a, float *__restrict__ y, int n)
{
    __shared__ __align__(128) float kp_as[2][256];
    float sum = 0.0f;

    static_assert((::std::is_arithmetic<T>::value && !::std::is_volatile<T>::value) || ::std::is_same<T, __half>::value,
                  "kpipe: made for other types; run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    T kp_r0[2];
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        memset(kp_r0, 0, sizeof(kp_r0));
        #pragma unroll
        for (int i = threadIdx.x, kp_i = 0; kp_i < 2 && i < 256; i += blockDim.x, ++kp_i)
            {
            if (k + i < n)
                kp_r0[kp_i] = __ldg(&a[k + i]);
            }
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &as = kp_as[kp_stage];
        for (int j = 0; j < 256; ++j)
            sum += as[j] * as[(j + threadIdx.x) % 256];
    };
    auto kp_store = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &as = kp_as[kp_stage];
        {
            int i = threadIdx.x;
            #pragma unroll
            for (int kp_i = 0; kp_i < 2 && i < 256; i += blockDim.x, ++kp_i)
                as[i] = k + i < n ? (float)kp_r0[kp_i] : 0.0f;
            for (; i < 256; i += blockDim.x)
                as[i] = k + i < n ? (float)__ldg(&a[k + i]) : 0.0f;
        }
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(k, kp_stage);
            __syncthreads();
            for (k += 256; k < n; k += 256) {
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(k, kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    y[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

void launch(const half *a, const float *b, float *y, int n, int blocks)
{
    dot<<<blocks, 128>>>(a, y, n);
    dot<<<blocks, 128>>>(b, y, n);
}
