// The tile is one value, whose type the template leaves open: a reference to it is what it holds.
#include <cuda_pipeline_primitives.h>
#include <type_traits>

template <class T> __global__ void scale(const T *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ struct alignas(128) { T factor; } kp_factor[2];
    float s = 0.0f;

    static_assert(::std::is_same<T, float>::value, "kpipe: T has changed: run kpipe again");
    static_assert(::std::is_arithmetic<T>::value && !::std::is_volatile<T>::value,
                  "kpipe: made for other types; run kpipe again");
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &factor = kp_factor[kp_stage].factor;
        if (threadIdx.x == 0)
            __pipeline_memcpy_async(&factor, &A[k], sizeof(T));
        __pipeline_commit();
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &factor = kp_factor[kp_stage].factor;
        s += C[threadIdx.x] * static_cast<float>(factor);
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_load(k, kp_stage);
            __pipeline_wait_prior(0);
            __syncthreads();
            for (k++; k < n; k++) {
                kp_load(k, kp_stage ^ 1);
                kp_compute(kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
            __syncthreads();
        }
    }
    C[threadIdx.x] = s;
}

void launch(const float *A, float *C, int n)
{
    scale<<<1, 128>>>(A, C, n);
}
