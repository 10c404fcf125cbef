// kpipe: --stages 2
// Dynamic memory as a struct that a reference names, in the loop, behind it, and for helpers: as a pointer, stages move it.
#include <type_traits>

template <typename T, int ROWS, int WIDTH>
struct sizes {
    using value_type = T;
    static constexpr int rows = ROWS, width = WIDTH;
};

template <typename S>
struct storage {
    using T = typename S::value_type;
    union {
        struct {
            alignas(16) T a[S::rows][S::width];
            alignas(16) T b[S::rows][S::width];
        } tiles;
        float sums[S::rows * S::width];
    };
    int flags[4];
};

template <typename T, int ROWS, int WIDTH>
__device__ float dot(const T (&a)[ROWS][WIDTH], const T (&b)[ROWS][WIDTH], int row)
{
    float sum = 0.0f;

    for (int j = 0; j < WIDTH; ++j)
        sum += float(a[row][j]) * float(b[row][j]);
    return sum;
}

// kpipe 0.1.0: pipelined as kp_pipelined::products (launches that this file does not show still come here)
template <typename S>
__global__ void __launch_bounds__(256) products(const typename S::value_type *__restrict__ A, const typename S::value_type *__restrict__ B,
                                                float *__restrict__ out, int n)
{
    extern __shared__ __align__(16) char raw[];
    storage<S> *s = reinterpret_cast<storage<S> *>(raw);
    const int row = threadIdx.y, column = threadIdx.x;
    float sum = 0.0f;

    for (int k0 = 0; k0 < n; k0 += S::width) {
        s->tiles.a[row][column] = A[row * n + k0 + column];
        s->tiles.b[row][column] = B[row * n + k0 + column];
        __syncthreads();
        sum += dot(s->tiles.a, s->tiles.b, row);
        __syncthreads();
    }
    s->sums[row * S::width + column] = sum;
    __syncthreads();
    out[row * S::width + column] = s->sums[(S::rows - 1 - row) * S::width + column] + sizeof(s->sums);
}

namespace kp_pipelined
{
template <typename S>
static __global__ void __launch_bounds__(256) products(const typename S::value_type *__restrict__ A, const typename S::value_type *__restrict__ B,
                                                float *__restrict__ out, int n)
{
    extern __shared__ __align__(16) char raw[];
    storage<S> *s = reinterpret_cast<storage<S> *>(raw);
    const int row = threadIdx.y, column = threadIdx.x;
    float sum = 0.0f;

    static_assert(::std::is_same<S, sizes<float, 8, 32>>::value,
                  "kpipe: S has changed: run kpipe again");
    static_assert(::std::is_same<S, sizes<float, 8, 32>>::value,
                  "kpipe: made for other types; run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    unsigned kp_stride; // bytes of one stage
    asm("mov.u32 %0, %%dynamic_smem_size;" : "=r"(kp_stride));
    kp_stride = kp_stride / 2 / 128 * 128;
    auto kp_s = s;
    typename S::value_type kp_r0, kp_r1;
    auto kp_fetch = [&](int k0) __attribute__((always_inline)) {
        kp_r0 = A[row * n + k0 + column];
        kp_r1 = B[row * n + k0 + column];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto s = (decltype(kp_s))((char *)kp_s + kp_stage * kp_stride);
        sum += dot(s->tiles.a, s->tiles.b, row);
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto s = (decltype(kp_s))((char *)kp_s + kp_stage * kp_stride);
        s->tiles.a[row][column] = kp_r0;
        s->tiles.b[row][column] = kp_r1;
    };
    int kp_stage = 0;
    {
        int k0 = 0;
        if (k0 < n) {
            kp_fetch(k0);
            kp_store(kp_stage);
            __syncthreads();
            for (k0 += S::width; k0 < n; k0 += S::width) {
                kp_fetch(k0);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
            __syncthreads();
        }
    }
    { // from here on, the shared memory of the last iteration
    auto s = (decltype(kp_s))((char *)kp_s + kp_stage * kp_stride);
    s->sums[row * S::width + column] = sum;
    __syncthreads();
    out[row * S::width + column] = s->sums[(S::rows - 1 - row) * S::width + column] + sizeof(s->sums);
    }
}
} // namespace kp_pipelined

void launch(const float *A, const float *B, float *out, int n)
{
    kp_pipelined::products<sizes<float, 8, 32>><<<1, dim3(32, 8), 2 * ((size_t(sizeof(storage<sizes<float, 8, 32>>)) + 127) / 128 * 128)>>>(A, B, out, n);
}
