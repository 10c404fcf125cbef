// Functions as arguments of a template: what the loop calls is one of them, as the output states.
#include <cuda_pipeline_primitives.h>

namespace scale {
__device__ float twice(float x) { return 2 * x; }
} // namespace scale
__device__ float half_of(float x) { return x / 2; }

template <float (*F)(float), int T>
__global__ void product(float *out, const float *__restrict__ A, const float *__restrict__ B, int k,
                        int n)
{
    __shared__ struct alignas(128) { __align__(16) float As[T][T], Bs[T][T]; } kp_As[2];
    const int tx = threadIdx.x, ty = threadIdx.y;
    float sum = 0;
    // kpipe: As, Bs in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == T && blockDim.y == T && T % 4 == 0 && k % 4 == 0 &&
        reinterpret_cast<size_t>(A) % 16 == 0 && n % 4 == 0 &&
        reinterpret_cast<size_t>(B) % 16 == 0;
    static_assert(((F == static_cast<decltype(F)>(::scale::twice) && T == 16) || (F == static_cast<decltype(F)>(::half_of) && T == 32)),
                  "kpipe: F or T has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int l, int kp_stage) __attribute__((always_inline)) {
            auto &As = kp_As[kp_stage].As;
            auto &Bs = kp_As[kp_stage].Bs;
            {
                const unsigned int kp_v = threadIdx.y * T + threadIdx.x;
                if (kp_v < (T * T / 4) && __activemask()) { // true: to keep a branch
                    const unsigned int kp_x = kp_v % (T / 4) * 4, kp_y = kp_v / (T / 4);
                    const int ty = kp_y;
                    const int tx = kp_x;
                    __pipeline_memcpy_async(&As[ty][tx], &A[(blockIdx.y * T + ty) * k + l + tx],
                                            sizeof(float4));
                }
            }
            {
                const unsigned int kp_v = threadIdx.y * T + threadIdx.x;
                if (kp_v < (T * T / 4) && __activemask()) { // true: to keep a branch
                    const unsigned int kp_x = kp_v % (T / 4) * 4, kp_y = kp_v / (T / 4);
                    const int ty = kp_y;
                    const int tx = kp_x;
                    __pipeline_memcpy_async(&Bs[ty][tx], &B[(l + ty) * n + blockIdx.x * T + tx],
                                            sizeof(float4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &As = kp_As[kp_stage].As;
            auto &Bs = kp_As[kp_stage].Bs;
            for (int j = 0; j < T; j++)
                sum += F(As[ty][j]) * Bs[j][tx];
        };
        {
            int l = 0;
            if (l < k) {
                int kp_stage = 0;
                kp_load(l, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (l += T; l < k; l += T) {
                    kp_load(l, kp_stage ^ 1);
                    kp_compute(kp_stage);
                    __pipeline_wait_prior(0);
                    __syncthreads();
                    kp_stage ^= 1;
                }
                kp_compute(kp_stage);
            }
        }
    } else { // kpipe: as written
        auto &As = kp_As[0].As;
        auto &Bs = kp_As[0].Bs;
        for (int l = 0; l < k; l += T) {
            As[ty][tx] = A[(blockIdx.y * T + ty) * k + l + tx];
            Bs[ty][tx] = B[(l + ty) * n + blockIdx.x * T + tx];
            __syncthreads();
            for (int j = 0; j < T; j++)
                sum += F(As[ty][j]) * Bs[j][tx];
            __syncthreads();
        }
    }
    out[(blockIdx.y * T + ty) * n + blockIdx.x * T + tx] = sum;
}
void launch(float *o, const float *a, const float *b, int k, int n)
{
    product<scale::twice, 16><<<dim3(n / 16, n / 16), dim3(16, 16)>>>(o, a, b, k, n);
    product<half_of, 32><<<dim3(n / 32, n / 32), dim3(32, 32)>>>(o, a, b, k, n);
}
