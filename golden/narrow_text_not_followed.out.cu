// kpipe: --arch sm_80
// The check follows the loop with its own copies, but not with wide ones, which stand for T's of one size:
// the narrow output is taken.
#include <cuda_pipeline_primitives.h>
#include <type_traits>

constexpr int BK = 32, D = 64, THREADS = 256;
// kpipe 0.1.0: pipelined as kp_pipelined::kern (launches that this file does not show still come here)
template <typename T>
__global__ void __launch_bounds__(256) kern(const T *__restrict__ Q, const T *__restrict__ K, const T *__restrict__ V, float *O, int n)
{
    const int tid = threadIdx.x;
    const int warp = tid / 32, lane = tid % 32;
    const int q = blockIdx.x * 8 + warp;
    float mx = -1e30f, sum = 0.f, o0 = 0.f, o1 = 0.f;
    float qr[2] = {Q[q * 64 + lane], Q[q * 64 + lane + 32]};
    extern __shared__ __align__(16) unsigned char smem[];
    T *Ks = reinterpret_cast<T *>(smem);
    T *Vs = Ks + 32 * 64;
    float *S = reinterpret_cast<float *>(Vs + 32 * 64);
    for (int k0 = 0; k0 < n; k0 += 32) {
        for (int i = tid; i < 2048; i += THREADS) {
            Ks[(i / 64) * 64 + i % 64] = K[(k0 + (i / 64)) * 64 + i % 64];
        }
        for (int i = tid; i < 2048; i += THREADS) {
            Vs[(i / 64) * 64 + i % 64] = V[(k0 + (i / 64)) * 64 + i % 64];
        }
        __syncthreads();
        {
            float s = 0.f;
            for (int d = 0; d < 64; d++) {
                const float qd = __shfl_sync(0xffffffffu, qr[d / 32], d % 32);
                s += qd * float(Ks[(lane) * 64 + d]);
            }
            const bool in = k0 + lane < n;
            s = in ? s : -1e30f;
            float m = s;
            for (int w = 16; w > 0; w /= 2) m = fmaxf(m, __shfl_xor_sync(0xffffffffu, m, w));
            const float mn = fmaxf(mx, m), corr = expf(mx - mn), p = in ? expf(s - mn) : 0.f;
            float ps = p;
            for (int w = 16; w > 0; w /= 2) ps += __shfl_xor_sync(0xffffffffu, ps, w);
            S[warp * 32 + lane] = p;
            __syncwarp();
            sum = sum * corr + ps;
            o0 *= corr; o1 *= corr;
            for (int j = 0; j < 32; j++) {
                o0 += S[warp * 32 + j] * float(Vs[(j) * 64 + lane]);
                o1 += S[warp * 32 + j] * float(Vs[(j) * 64 + lane + 32]);
            }
            __syncwarp();
            mx = mn;
        }
        __syncthreads();
    }
    O[q * 64 + lane] = o0 / sum;
    O[q * 64 + lane + 32] = o1 / sum;
}

namespace kp_pipelined
{
template <typename T>
static __global__ void __launch_bounds__(256) kern(const T *__restrict__ Q, const T *__restrict__ K, const T *__restrict__ V, float *O, int n)
{
    const int tid = threadIdx.x;
    const int warp = tid / 32, lane = tid % 32;
    const int q = blockIdx.x * 8 + warp;
    float mx = -1e30f, sum = 0.f, o0 = 0.f, o1 = 0.f;
    float qr[2] = {Q[q * 64 + lane], Q[q * 64 + lane + 32]};
    extern __shared__ __align__(16) unsigned char smem[];
    T *Ks = reinterpret_cast<T *>(smem);
    T *Vs = Ks + 32 * 64;
    float *S = reinterpret_cast<float *>(Vs + 32 * 64);
    static_assert(THREADS == 256 && ::std::is_same<T, float>::value,
                  "kpipe: THREADS or T has changed: run kpipe again");
    static_assert(::std::is_arithmetic<T>::value && !::std::is_volatile<T>::value,
                  "kpipe: made for other types; run kpipe again");
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    unsigned kp_stride; // bytes of one stage
    asm("mov.u32 %0, %%dynamic_smem_size;" : "=r"(kp_stride));
    kp_stride = kp_stride / 2 / 128 * 128;
    auto kp_Ks = Ks;
    auto kp_Vs = Vs;
    auto kp_load = [&](int k0, int kp_stage) __attribute__((always_inline)) {
        auto Ks = (decltype(kp_Ks))((char *)kp_Ks + kp_stage * kp_stride);
        auto Vs = (decltype(kp_Vs))((char *)kp_Vs + kp_stage * kp_stride);
        for (int i = tid; i < 2048; i += THREADS) {
            __pipeline_memcpy_async(&Ks[(i / 64) * 64 + i % 64], &K[(k0 + (i / 64)) * 64 + i % 64],
                                    sizeof(T));
        }
        for (int i = tid; i < 2048; i += THREADS) {
            __pipeline_memcpy_async(&Vs[(i / 64) * 64 + i % 64], &V[(k0 + (i / 64)) * 64 + i % 64],
                                    sizeof(T));
        }
        __pipeline_commit();
    };
    auto kp_compute = [&](int k0, int kp_stage) __attribute__((always_inline)) {
        auto Ks = (decltype(kp_Ks))((char *)kp_Ks + kp_stage * kp_stride);
        auto Vs = (decltype(kp_Vs))((char *)kp_Vs + kp_stage * kp_stride);
        {
            float s = 0.f;
            for (int d = 0; d < 64; d++) {
                const float qd = __shfl_sync(0xffffffffu, qr[d / 32], d % 32);
                s += qd * float(Ks[(lane) * 64 + d]);
            }
            const bool in = k0 + lane < n;
            s = in ? s : -1e30f;
            float m = s;
            for (int w = 16; w > 0; w /= 2) m = fmaxf(m, __shfl_xor_sync(0xffffffffu, m, w));
            const float mn = fmaxf(mx, m), corr = expf(mx - mn), p = in ? expf(s - mn) : 0.f;
            float ps = p;
            for (int w = 16; w > 0; w /= 2) ps += __shfl_xor_sync(0xffffffffu, ps, w);
            S[warp * 32 + lane] = p;
            __syncwarp();
            sum = sum * corr + ps;
            o0 *= corr; o1 *= corr;
            for (int j = 0; j < 32; j++) {
                o0 += S[warp * 32 + j] * float(Vs[(j) * 64 + lane]);
                o1 += S[warp * 32 + j] * float(Vs[(j) * 64 + lane + 32]);
            }
            __syncwarp();
            mx = mn;
        }
    };
    {
        int k0 = 0;
        if (k0 < n) {
            int kp_stage = 0;
            kp_load(k0, kp_stage);
            __pipeline_wait_prior(0);
            __syncthreads();
            int kp_k0 = k0;
            for (k0 += 32; k0 < n; k0 += 32) {
                kp_load(k0, kp_stage ^ 1);
                kp_compute(kp_k0, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                kp_k0 = k0;
                kp_stage ^= 1;
            }
            kp_compute(kp_k0, kp_stage);
        }
    }
    O[q * 64 + lane] = o0 / sum;
    O[q * 64 + lane + 32] = o1 / sum;
}
} // namespace kp_pipelined
void run(const float *Q, const float *K, const float *V, float *O, int n)
{
    kp_pipelined::kern<float><<<n / 8, 256, 2 * 17408>>>(Q, K, V, O, n);
}
