// Parts of one memory at places and with rows that only the instances of a template know.
#include <type_traits>

template <typename T, int ROWS, int WIDTH> struct shape {
    using value = T;
    static constexpr int rows = ROWS, width = WIDTH;
};

// kpipe 0.1.0: pipelined as kp_pipelined::product (launches that this file does not show still come here)
template <class S>
__global__ void product(const typename S::value *__restrict__ A, const typename S::value *__restrict__ B,
                        float *__restrict__ out, int K)
{
    using T = typename S::value;
    extern __shared__ char raw[];
    T *a = reinterpret_cast<T *>(raw);
    T *b = a + S::rows * S::width;
    const int y = threadIdx.y, x = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < K; k += S::width) {
        a[y * S::width + x] = A[y * K + k + x];
        b[y * S::width + x] = B[y * K + k + x];
        __syncthreads();
        for (int j = 0; j < S::width; ++j)
            sum += float(a[y * S::width + j]) * float(b[y * S::width + j]);
        __syncthreads();
    }
    out[y * S::width + x] = sum;
}

namespace kp_pipelined
{
template <class S>
static __global__ __launch_bounds__(256) void product(const typename S::value *__restrict__ A, const typename S::value *__restrict__ B,
                        float *__restrict__ out, int K)
{
    using T = typename S::value;
    extern __shared__ char raw[];
    T *a = reinterpret_cast<T *>(raw);
    T *b = a + S::rows * S::width;
    const int y = threadIdx.y, x = threadIdx.x;
    float sum = 0.0f;

    static_assert(::std::is_same<S, shape<float, 8, 32>>::value,
                  "kpipe: S has changed: run kpipe again");
    static_assert(::std::is_same<S, shape<float, 8, 32>>::value,
                  "kpipe: made for other types; run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    unsigned kp_stride; // bytes of one stage
    asm("mov.u32 %0, %%dynamic_smem_size;" : "=r"(kp_stride));
    kp_stride = kp_stride / 2 / 128 * 128;
    auto kp_a = a;
    auto kp_b = b;
    typename S::value kp_r0, kp_r1;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = A[y * K + k + x];
        kp_r1 = B[y * K + k + x];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto a = (decltype(kp_a))((char *)kp_a + kp_stage * kp_stride);
        auto b = (decltype(kp_b))((char *)kp_b + kp_stage * kp_stride);
        for (int j = 0; j < S::width; ++j)
            sum += float(a[y * S::width + j]) * float(b[y * S::width + j]);
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto a = (decltype(kp_a))((char *)kp_a + kp_stage * kp_stride);
        auto b = (decltype(kp_b))((char *)kp_b + kp_stage * kp_stride);
        a[y * S::width + x] = kp_r0;
        b[y * S::width + x] = kp_r1;
    };
    {
        int k = 0;
        if (k < K) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            for (k += S::width; k < K; k += S::width) {
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    out[y * S::width + x] = sum;
}
} // namespace kp_pipelined

void launch(const float *A, const float *B, float *out, int K)
{
    kp_pipelined::product<shape<float, 8, 32>><<<1, dim3(32, 8), 2 * 2048>>>(A, B, out, K);
}
