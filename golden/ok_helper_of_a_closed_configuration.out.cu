// kpipe: --stages 2
// The kernel is no template: what the helper names of its class is known.
#include <cuda_pipeline_primitives.h>

struct small {
    static constexpr int M = 16, K = 32, threads = 256;
};

template <class Q>
__device__ void fill(float *to, const float *from, int K)
{
    for (int i = threadIdx.x; i < Q::M * Q::K; i += Q::threads)
        to[i] = from[i / Q::K * K + i % Q::K];
}

__global__ void __launch_bounds__(small::threads) product(float *out, const float *__restrict__ A,
                                                      const float *__restrict__ B, int k, int n)
{
    __shared__ __align__(128) float kp_As[2][small::M][small::K], kp_As_Bs[2][small::M][small::K];
    const int tx = threadIdx.x % small::M, ty = threadIdx.x / small::M;
    float sum = 0;
    static_assert(small::M == 16 && small::K == 32,
                  "kpipe: small::M or small::K has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](int l, int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        auto &Bs = kp_As_Bs[kp_stage];
        { // fill(), inlined
            using Q = small;
            float *to = &As[0][0];
            const float *from = A + blockIdx.y * small::M * k + l;
            int K = k;
            for (int i = threadIdx.x; i < Q::M * Q::K; i += Q::threads)
                __pipeline_memcpy_async(&to[i], &from[i / Q::K * K + i % Q::K], sizeof(float));
        }
        { // fill(), inlined
            using Q = small;
            float *to = &Bs[0][0];
            const float *from = B + blockIdx.x * small::M * k + l;
            int K = k;
            for (int i = threadIdx.x; i < Q::M * Q::K; i += Q::threads)
                __pipeline_memcpy_async(&to[i], &from[i / Q::K * K + i % Q::K], sizeof(float));
        }
        __pipeline_commit();
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        auto &Bs = kp_As_Bs[kp_stage];
        for (int j = 0; j < small::K; j++)
            sum += As[ty][j] * Bs[tx][j];
    };
    {
        int l = 0;
        if (l < k) {
            int kp_stage = 0;
            kp_load(l, kp_stage);
            __pipeline_wait_prior(0);
            __syncthreads();
            for (l += small::K; l < k; l += small::K) {
                kp_load(l, kp_stage ^ 1);
                kp_compute(kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    out[(blockIdx.y * small::M + ty) * n + blockIdx.x * small::M + tx] = sum;
}

void launch(float *o, const float *a, const float *b, int k, int n)
{
    product<<<dim3(n / 16, n / 16), small::threads>>>(o, a, b, k, n);
}
