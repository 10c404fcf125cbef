// kpipe: -- -isystem places
// PyTorch's accessors are classes of its headers, whose bodies are read: A[i][j] is an element of global memory.
#include <c10/util/BFloat16.h>
__device__ c10::BFloat16 operator+(const c10::BFloat16 &a, const c10::BFloat16 &b) { return float(a) + float(b); }
#include <ATen/core/TensorAccessor.h>
#include <type_traits>
typedef at::PackedTensorAccessor32<float, 2, at::RestrictPtrTraits> floats;

__global__ void sums(const floats A, const float *__restrict__ W, floats out, int n)
{
    __shared__ __align__(128) float kp_tile[2][16][16];
    const int x = threadIdx.x, y = threadIdx.y;
    float sum = 0.0f;

    static_assert(::std::is_same<floats, at::PackedTensorAccessor<float, 2, at::RestrictPtrTraits, int>>::value,
                  "kpipe: floats has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = A[blockIdx.x * 16 + y][k + x];
    };
    auto kp_compute = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        for (int j = 0; j < 16; j++)
            sum += tile[y][j] * W[(k + j) * 16 + x];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        tile[y][x] = kp_r0;
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            int kp_k = k;
            for (k += 16; k < n; k += 16) {
                kp_fetch(k);
                kp_compute(kp_k, kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_k = k;
                kp_stage ^= 1;
            }
            kp_compute(kp_k, kp_stage);
            __syncthreads();
        }
    }
    out[blockIdx.x * 16 + y][x] = sum;
}
