// Which bytes are zero the number of bytes says, or a predicate; all are written.
#include <cuda_pipeline_primitives.h>

__device__ __forceinline__ void cp_async_zfill(void *dst, const void *src, bool pred)
{
    unsigned s = static_cast<unsigned>(__cvta_generic_to_shared(dst));
    asm volatile("{\n"
                 "   .reg .pred p;\n"
                 "   setp.eq.b32 p, %2, 0;\n"
                 "   cp.async.cg.shared.global [%0], [%1], 16, p;\n"
                 "}\n" ::"r"(s), "l"(src), "r"((int)pred));
}
__device__ __forceinline__ void cp_async_some(void *dst, const void *src, bool pred)
{
    unsigned s = static_cast<unsigned>(__cvta_generic_to_shared(dst));
    int bytes = pred ? 16 : 0;
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;\n" ::"r"(s), "l"(src), "r"(bytes));
}
__device__ __forceinline__ void cp_async_fence() { asm volatile("cp.async.commit_group;\n" ::); }
template <int N>
__device__ __forceinline__ void cp_async_wait()
{
    asm volatile("cp.async.wait_group %0;\n" ::"n"(N));
}
__global__ void k(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(16) float kp_s[2][256], kp_s_r[2][256];
    const int t = threadIdx.x;
    float acc = 0.0f;

    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](int i, int kp_stage) __attribute__((always_inline)) {
        auto &s = kp_s[kp_stage];
        auto &r = kp_s_r[kp_stage];
        cp_async_zfill(&s[4 * t], &x[i + 4 * t], i + 4 * t < n);
        cp_async_some(&r[4 * t], &x[i + 4 * t], i + 4 * t < n);
        __pipeline_commit();
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &s = kp_s[kp_stage];
        auto &r = kp_s_r[kp_stage];
        for (int j = 0; j < 256; ++j)
            acc += s[j] * r[255 - j] * (j + t);
    };
    {
        int i = 0;
        if (i < n) {
            int kp_stage = 0;
            kp_load(i, kp_stage);
            __pipeline_wait_prior(0);
            __syncthreads();
            for (i += 256; i < n; i += 256) {
                kp_load(i, kp_stage ^ 1);
                kp_compute(kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    y[blockIdx.x * 64 + t] = acc;
}
void run(const float *x, float *y, int n) { k<<<8, 64>>>(x, y, n); }
