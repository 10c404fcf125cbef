// The template's own body depends on the type.
#include <cstdint>
#include <type_traits>
template <typename T> __device__ inline int bits(T x) { return x ? 1 : 0; }
template <> __device__ inline int bits(uint32_t x) { return __popc(x); }
template <> __device__ inline int bits(uint64_t x) { return __popcll(x); }

template <class W> __global__ void nearest(const W *__restrict__ A, const W *__restrict__ B, int *__restrict__ out, int n)
{
    __shared__ struct alignas(128) { W Bs[128]; } kp_Bs[2];
    const int t = threadIdx.x;
    const W a = A[blockIdx.x * 128 + t];
    int sum = 0;

    static_assert(((::std::is_same<W, unsigned int>::value) || (::std::is_same<W, unsigned long>::value)),
                  "kpipe: W has changed: run kpipe again");
    static_assert(::std::is_arithmetic<W>::value && !::std::is_volatile<W>::value,
                  "kpipe: made for other types; run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    W kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = B[k + t];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &Bs = kp_Bs[kp_stage].Bs;
        for (int j = 0; j < 128; j++)
            sum += bits(a ^ Bs[j]);
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &Bs = kp_Bs[kp_stage].Bs;
        Bs[t] = kp_r0;
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
    out[blockIdx.x * 128 + t] = sum;
}

void launch(const uint32_t *A, const uint32_t *B, const uint64_t *C, const uint64_t *D, int *out, int n)
{
    nearest<<<8, 128>>>(A, B, out, n);
    nearest<<<8, 128>>>(C, D, out, n);
}
