// kpipe: --stages 2
// Views of parts of memory that an expression names: a pointer holds the address in their place.
#include <type_traits>

#define TILE 16

template <typename E, int W> struct view {
    E *p;

    __device__ explicit view(E *q) : p(q) {}
    __device__ E &operator()(int r, int c) { return p[r * W + c]; }
    __device__ E operator()(int r, int c) const { return p[r * W + c]; }
};

struct rows {
    float *data;
    int ld;

    __device__ float &at(int r, int c) const { return data[r * ld + c]; }
};

__global__ void __launch_bounds__(TILE *TILE) of_bytes(const float *__restrict__ A, const float *__restrict__ B,
                                                       float *__restrict__ C, int n, int l)
{
    __shared__ __align__(16) unsigned char kp_raw[2][TILE * TILE * 8];
    auto &raw = kp_raw[0];
    float *As = (float *)raw;
    float *Bs = reinterpret_cast<float *>(raw) + 256;
    const int x = threadIdx.x, y = threadIdx.y;
    const int row = blockIdx.y * TILE + y, column = blockIdx.x * TILE + x;
    float sum = 0;
    static_assert(TILE == 16, "kpipe: TILE has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    auto kp_As = As;
    auto kp_Bs = Bs;
    float kp_r0, kp_r1;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = A[row * l + k + x];
        kp_r1 = B[(k + y) * n + column];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto As = (decltype(kp_As))((char *)kp_As + kp_stage * sizeof(kp_raw[0]));
        auto Bs = (decltype(kp_Bs))((char *)kp_Bs + kp_stage * sizeof(kp_raw[0]));
        for (int j = 0; j < TILE; j++)
            sum += As[y * ((int)TILE) + j] * Bs[j * 16 + x];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto As = (decltype(kp_As))((char *)kp_As + kp_stage * sizeof(kp_raw[0]));
        auto Bs = (decltype(kp_Bs))((char *)kp_Bs + kp_stage * sizeof(kp_raw[0]));
        As[y * ((int)TILE) + x] = kp_r0;
        Bs[y * 16 + x] = kp_r1;
    };
    {
        int k = 0;
        if (k < l) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            for (k += TILE; k < l; k += TILE) {
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    C[row * n + column] = sum;
}

// kpipe 0.1.0: pipelined as kp_pipelined::of_parts (launches that this file does not show still come here)
__global__ void __launch_bounds__(TILE *TILE) of_parts(const float *__restrict__ A, const float *__restrict__ B,
                                                       float *__restrict__ C, int n, int l)
{
    extern __shared__ float smem[];
    float *Bs = smem + 256;
    const int x = threadIdx.x, y = threadIdx.y;
    const int row = blockIdx.y * TILE + y, column = blockIdx.x * TILE + x;
    float sum = 0;
    for (int k = 0; k < l; k += TILE) {
        smem[y * 16 + x] = A[row * l + k + x];
        Bs[y * 16 + x] = B[(k + y) * n + column];
        __syncthreads();
        for (int j = 0; j < TILE; j++)
            sum += smem[y * 16 + j] * Bs[j * 16 + x];
        __syncthreads();
    }
    C[row * n + column] = sum;
}

namespace kp_pipelined
{
static __global__ void __launch_bounds__(TILE *TILE) of_parts(const float *__restrict__ A, const float *__restrict__ B,
                                                       float *__restrict__ C, int n, int l)
{
    extern __shared__ float smem[];
    float *Bs = smem + 256;
    const int x = threadIdx.x, y = threadIdx.y;
    const int row = blockIdx.y * TILE + y, column = blockIdx.x * TILE + x;
    float sum = 0;
    static_assert(TILE == 16, "kpipe: TILE has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    unsigned kp_stride; // bytes of one stage
    asm("mov.u32 %0, %%dynamic_smem_size;" : "=r"(kp_stride));
    kp_stride = kp_stride / 2 / 128 * 128;
    auto kp_smem = smem;
    auto kp_Bs = Bs;
    float kp_r0, kp_r1;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = A[row * l + k + x];
        kp_r1 = B[(k + y) * n + column];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto smem = (decltype(kp_smem))((char *)kp_smem + kp_stage * kp_stride);
        auto Bs = (decltype(kp_Bs))((char *)kp_Bs + kp_stage * kp_stride);
        for (int j = 0; j < TILE; j++)
            sum += smem[y * 16 + j] * Bs[j * 16 + x];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto smem = (decltype(kp_smem))((char *)kp_smem + kp_stage * kp_stride);
        auto Bs = (decltype(kp_Bs))((char *)kp_Bs + kp_stage * kp_stride);
        smem[y * 16 + x] = kp_r0;
        Bs[y * 16 + x] = kp_r1;
    };
    {
        int k = 0;
        if (k < l) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            for (k += TILE; k < l; k += TILE) {
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    C[row * n + column] = sum;
}
} // namespace kp_pipelined

template <typename E, int T>
static __global__ void __launch_bounds__(T *T) of_instances(const E *__restrict__ A, const E *__restrict__ B,
                                                     E *__restrict__ C, int n, int l)
{
    extern __shared__ __align__(16) unsigned char bytes[];
    E *As = reinterpret_cast<E *>(bytes);
    E *Bs = reinterpret_cast<E *>(bytes) + T * T;
    const int x = threadIdx.x, y = threadIdx.y;
    const int row = blockIdx.y * T + y, column = blockIdx.x * T + x;
    E sum = 0;
    static_assert(::std::is_same<E, float>::value && T == 16,
                  "kpipe: E or T has changed: run kpipe again");
    static_assert(::std::is_arithmetic<E>::value && !::std::is_volatile<E>::value,
                  "kpipe: made for other types; run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    unsigned kp_stride; // bytes of one stage
    asm("mov.u32 %0, %%dynamic_smem_size;" : "=r"(kp_stride));
    kp_stride = kp_stride / 2 / 128 * 128;
    auto kp_As = As;
    auto kp_Bs = Bs;
    E kp_r0, kp_r1;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = A[row * l + k + x];
        kp_r1 = B[(k + y) * n + column];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto As = (decltype(kp_As))((char *)kp_As + kp_stage * kp_stride);
        auto Bs = (decltype(kp_Bs))((char *)kp_Bs + kp_stage * kp_stride);
        for (int j = 0; j < T; j++)
            sum += As[y * ((int)T) + j] * Bs[j * ((int)T) + x];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto As = (decltype(kp_As))((char *)kp_As + kp_stage * kp_stride);
        auto Bs = (decltype(kp_Bs))((char *)kp_Bs + kp_stage * kp_stride);
        As[y * ((int)T) + x] = kp_r0;
        Bs[y * ((int)T) + x] = kp_r1;
    };
    {
        int k = 0;
        if (k < l) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            for (k += T; k < l; k += T) {
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    C[row * n + column] = sum;
}

void launch(const float *A, const float *B, float *C, int n)
{
    dim3 block(16, 16);
    kp_pipelined::of_parts<<<dim3(n / 16, n / 16), block, 2 * 2048>>>(A, B, C, n, n);
    of_instances<float, 16><<<dim3(n / 16, n / 16), block, 2 * 2048>>>(A, B, C, n, n);
}
