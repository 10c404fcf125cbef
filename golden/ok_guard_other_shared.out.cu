// kpipe: --variant ldg
// What else the kernel shares is of a size that the instance decides: the compiler has to look at all.
#include <type_traits>

template <class T> struct Pair { T v; int i; };
template <class T, int BK> __global__ void k(const T *__restrict__ A, const T *__restrict__ B, T *__restrict__ C, int n)
{
    constexpr int kp_stages = 2 * (sizeof(T[16][BK]) + sizeof(T[BK][16])) + sizeof(Pair<T>[16]) <= 48512 ? 2 : 1;
    __shared__ struct alignas(128) { T As[16][BK]; } kp_As[kp_stages];
    __shared__ struct alignas(128) { T Bs[BK][16]; } kp_Bs[kp_stages];
    __shared__ Pair<T> best[16];
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * 16 + ty, col = blockIdx.x * 16 + tx;
    T acc = 0;
    static_assert(::std::is_arithmetic<T>::value && !::std::is_volatile<T>::value,
                  "kpipe: made for other types; run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    T kp_r0, kp_r1;
    auto kp_fetch = [&](int k0) __attribute__((always_inline)) {
        kp_r0 = A[row * n + k0 + tx];
        kp_r1 = B[(k0 + ty) * 32 + col];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage].As;
        auto &Bs = kp_Bs[kp_stage].Bs;
        for (int j = 0; j < 16; j++) acc += As[ty][j] * Bs[j][tx];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage].As;
        auto &Bs = kp_Bs[kp_stage].Bs;
        As[ty][tx] = kp_r0;
        Bs[ty][tx] = kp_r1;
    };
    {
        int k0 = 0;
        if (k0 < n) {
            int kp_stage = 0;
            kp_fetch(k0);
            kp_store(kp_stage);
            __syncthreads();
            for (k0 += 16; k0 < n; k0 += 16) {
                kp_fetch(k0);
                kp_compute(kp_stage);
                if (kp_stages == 1)
                    __syncthreads();
                kp_store(kp_stage ^ (kp_stages - 1));
                __syncthreads();
                kp_stage ^= kp_stages - 1;
            }
            kp_compute(kp_stage);
            __syncthreads();
        }
    }
    if (tx == 0) { best[ty].v = acc; best[ty].i = ty; }
    __syncthreads();
    C[row * 32 + col] = acc + best[ty].v;
}
void go(float *A) { k<float, 256><<<1, dim3(16, 16)>>>(A, A, A, 64); }
