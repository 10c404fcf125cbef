// kpipe: --stages 2
// Numbers of a class that is the template's argument: the kernel names them, and so does the helper,
// which has another name for the class, and a parameter of a member's name.
#include <cuda_pipeline_primitives.h>
#include <type_traits>

struct small {
    static constexpr int M = 16, K = 32, threads = 256;
};

template <class Q>
__device__ void fill(float *to, const float *from, int K)
{
    for (int i = threadIdx.x; i < Q::M * Q::K; i += Q::threads)
        to[i] = from[i / Q::K * K + i % Q::K];
}

template <class C>
__global__ void __launch_bounds__(C::threads) product(float *out, const float *__restrict__ A,
                                                      const float *__restrict__ B, int k, int n)
{
    constexpr int kp_stages = 2 * (sizeof(float[C::M][C::K]) + sizeof(float[C::M][C::K])) <= 48640 ? 2 : 1;
    __shared__ struct alignas(128) { float As[C::M][C::K], Bs[C::M][C::K]; } kp_As[kp_stages];
    const int tx = threadIdx.x % C::M, ty = threadIdx.x / C::M;
    float sum = 0;
    static_assert(::std::is_same<C, small>::value, "kpipe: C has changed: run kpipe again");
    static_assert(::std::is_same<C, small>::value,
                  "kpipe: made for other types; run kpipe again");
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](int l, int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage].As;
        auto &Bs = kp_As[kp_stage].Bs;
        { // fill(), inlined
            using Q = C;
            float *to = &As[0][0];
            const float *from = A + blockIdx.y * C::M * k + l;
            int K = k;
            for (int i = threadIdx.x; i < Q::M * Q::K; i += Q::threads)
                __pipeline_memcpy_async(&to[i], &from[i / Q::K * K + i % Q::K], sizeof(float));
        }
        { // fill(), inlined
            using Q = C;
            float *to = &Bs[0][0];
            const float *from = B + blockIdx.x * C::M * k + l;
            int K = k;
            for (int i = threadIdx.x; i < Q::M * Q::K; i += Q::threads)
                __pipeline_memcpy_async(&to[i], &from[i / Q::K * K + i % Q::K], sizeof(float));
        }
        __pipeline_commit();
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage].As;
        auto &Bs = kp_As[kp_stage].Bs;
        for (int j = 0; j < C::K; j++)
            sum += As[ty][j] * Bs[tx][j];
    };
    {
        int l = 0;
        if (l < k) {
            int kp_stage = 0;
            kp_load(l, kp_stage);
            __pipeline_wait_prior(0);
            __syncthreads();
            for (l += C::K; l < k; l += C::K) {
                if (kp_stages > 1)
                    kp_load(l, kp_stage ^ (kp_stages - 1));
                kp_compute(kp_stage);
                if (kp_stages == 1) {
                    __syncthreads();
                    kp_load(l, kp_stage);
                }
                __pipeline_wait_prior(0);
                __syncthreads();
                kp_stage ^= kp_stages - 1;
            }
            kp_compute(kp_stage);
        }
    }
    out[(blockIdx.y * C::M + ty) * n + blockIdx.x * C::M + tx] = sum;
}

void launch(float *o, const float *a, const float *b, int k, int n)
{
    product<small><<<dim3(n / 16, n / 16), small::threads>>>(o, a, b, k, n);
}
