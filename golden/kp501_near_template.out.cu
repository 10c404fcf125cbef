// kpipe: --stages 2 --arch sm_90
// The struct is a template as the kernel is; constants of the kernel stand in it as numbers, and the kernel
// asserts that they are these. What is no tile stays static.
#include <cuda_runtime.h>
#include <cuda_pipeline_primitives.h>
#include <type_traits>

#define THREADS 256

namespace app
{
// kpipe 0.1.0: pipelined as kp_pipelined::products (launches that this file does not show still come here)
template <int R, typename T = float>
__global__ void __launch_bounds__(256)
    products(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ out, int n)
{
    constexpr int COLUMNS = 32;
    __shared__ float As[R][COLUMNS], last[THREADS];
    __shared__ float Bs[R][COLUMNS + 1];
    const int t = threadIdx.x;
    last[t] = 0.0f;
    T sum = 0.0f;

    for (int k = 0; k < n; k += R) {
        for (int i = 0; i < R * 32 / 256; ++i)
            As[(t + i * 256) / 32][t % 32] = A[(size_t)k * 32 + t + i * 256];
        for (int i = 0; i < R * 32 / 256; ++i)
            Bs[(t + i * 256) / 32][t % 32] = B[(size_t)k * 32 + t + i * 256];
        __syncthreads();
        for (int j = 0; j < R; ++j)
            sum += As[j][t % 32] * Bs[j][t / 8];
        __syncthreads();
    }
    out[blockIdx.x * 256 + t] = sum + last[255 - t];
}

namespace kp_pipelined
{
// Can the pipelined kernel be launched like that, and with as many blocks per SM if that is asked?
static bool kp_has_room(const void *staged, size_t staged_bytes, const void *plain, size_t bytes,
                        dim3 block, bool keep_blocks)
{
    const int threads = int(block.x * block.y * block.z);
    int device, most, blocks, blocks_before;
    cudaFuncAttributes has;
    if (cudaGetDevice(&device) != cudaSuccess ||
        cudaDeviceGetAttribute(&most, cudaDevAttrMaxSharedMemoryPerBlockOptin, device) !=
            cudaSuccess ||
        cudaFuncGetAttributes(&has, staged) != cudaSuccess ||
        threads > has.maxThreadsPerBlock || has.sharedSizeBytes + staged_bytes > size_t(most))
        return false;
    if (cudaFuncSetAttribute(staged, cudaFuncAttributeMaxDynamicSharedMemorySize,
                             most - int(has.sharedSizeBytes)) != cudaSuccess)
        return false;
    return !keep_blocks ||
           (cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, staged, threads,
                                                          staged_bytes) == cudaSuccess &&
            cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks_before, plain, threads,
                                                          bytes) == cudaSuccess &&
            blocks >= blocks_before);
}

extern __shared__ __align__(128) unsigned char kp_smem[];

template <int R, typename T = float>
struct kp_products_shared { // up to 69632 bytes
    struct alignas(128) { __align__(16) float As[R][32]; } kp_As[2];
    struct alignas(128) { __align__(16) float Bs[R][32 + 4]; } kp_Bs[2];
};

template <int R, typename T = float>
static __global__ void __launch_bounds__(256)
    products(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ out, int n)
{
    constexpr int COLUMNS = 32;
    auto &kp_As = reinterpret_cast<kp_products_shared<R, T> *>(kp_smem)->kp_As;
    static_assert(sizeof(kp_As[0].As) == sizeof(float[R][COLUMNS]), "the size of As");
    { unsigned kp_bytes; asm("mov.u32 %0, %%dynamic_smem_size;" : "=r"(kp_bytes));
      if (kp_bytes < sizeof(kp_products_shared<R, T>)) __trap(); }
    __shared__ __align__(16) float last[THREADS];
    auto &kp_Bs = reinterpret_cast<kp_products_shared<R, T> *>(kp_smem)->kp_Bs;
    static_assert(sizeof(kp_Bs[0].Bs) == sizeof(float[R][COLUMNS + 4]), "the size of Bs");
    { unsigned kp_bytes; asm("mov.u32 %0, %%dynamic_smem_size;" : "=r"(kp_bytes));
      if (kp_bytes < sizeof(kp_products_shared<R, T>)) __trap(); }
    const int t = threadIdx.x;
    last[t] = 0.0f;
    T sum = 0.0f;

    // kpipe: As, Bs in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = (R * 32 / 256) <= 2147483643 && blockDim.x == 256 &&
        reinterpret_cast<size_t>(A) % 16 == 0 && reinterpret_cast<size_t>(B) % 16 == 0;
    static_assert(COLUMNS == 32 && THREADS == 256,
                  "kpipe: COLUMNS or THREADS has changed: run kpipe again");
    static_assert(::std::is_arithmetic<T>::value && !::std::is_volatile<T>::value,
                  "kpipe: made for other types; run kpipe again");
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &As = kp_As[kp_stage].As;
            auto &Bs = kp_Bs[kp_stage].Bs;
            {
                const unsigned int kp_v = threadIdx.x;
                const unsigned int kp_x = kp_v % 64 * 4;
                const int t = kp_x;
            #pragma unroll
                for (int i = static_cast<int>(kp_v / 64); i < R * 32 / 256; i += 4) {
                    __pipeline_memcpy_async(&As[(t + i * 256) / 32][t % 32],
                                            &A[(size_t)k * 32 + t + i * 256], sizeof(float4));
                }
            }
            {
                const unsigned int kp_v = threadIdx.x;
                const unsigned int kp_x = kp_v % 64 * 4;
                const int t = kp_x;
            #pragma unroll
                for (int i = static_cast<int>(kp_v / 64); i < R * 32 / 256; i += 4) {
                    __pipeline_memcpy_async(&Bs[(t + i * 256) / 32][t % 32],
                                            &B[(size_t)k * 32 + t + i * 256], sizeof(float4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &As = kp_As[kp_stage].As;
            auto &Bs = kp_Bs[kp_stage].Bs;
            for (int j = 0; j < R; ++j)
                sum += As[j][t % 32] * Bs[j][t / 8];
        };
        {
            int k = 0;
            if (k < n) {
                int kp_stage = 0;
                kp_load(k, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (k += R; k < n; k += R) {
                    kp_load(k, kp_stage ^ 1);
                    kp_compute(kp_stage);
                    __pipeline_wait_prior(0);
                    __syncthreads();
                    kp_stage ^= 1;
                }
                kp_compute(kp_stage);
                __syncthreads();
            }
        }
    } else { // kpipe: as written
        auto &As = kp_As[0].As;
        auto &Bs = kp_Bs[0].Bs;
        for (int k = 0; k < n; k += R) {
            for (int i = 0; i < R * 32 / 256; ++i)
                As[(t + i * 256) / 32][t % 32] = A[(size_t)k * 32 + t + i * 256];
            for (int i = 0; i < R * 32 / 256; ++i)
                Bs[(t + i * 256) / 32][t % 32] = B[(size_t)k * 32 + t + i * 256];
            __syncthreads();
            for (int j = 0; j < R; ++j)
                sum += As[j][t % 32] * Bs[j][t / 8];
            __syncthreads();
        }
    }
    out[blockIdx.x * 256 + t] = sum + last[255 - t];
}
} // namespace kp_pipelined

static void launch(const float *A, const float *B, float *out, int n, dim3 grid)
{
    if (n % 128)
        {
            const dim3 kp_block = THREADS;
            const size_t kp_staged = sizeof(kp_pipelined::kp_products_shared<32>);
            if (kp_pipelined::kp_has_room((const void *)kp_pipelined::products<32>, kp_staged,
                (const void *)products<32>, 0, kp_block, false))
                kp_pipelined::products<32><<<grid, kp_block, kp_staged>>>(A, B, out, n);
            else
                products<32><<<grid, kp_block>>>(A, B, out, n);
        }
    else
        {
            const dim3 kp_block = THREADS;
            const size_t kp_staged = sizeof(kp_pipelined::kp_products_shared<128, float>);
            if (kp_pipelined::kp_has_room((const void *)kp_pipelined::products<128, float>, kp_staged,
                (const void *)products<128, float>, 0, kp_block, false))
                kp_pipelined::products<128, float><<<grid, kp_block, kp_staged>>>(A, B, out, n);
            else
                products<128, float><<<grid, kp_block>>>(A, B, out, n);
        }
}

void all(const float *A, const float *B, float *out, int n)
{
    launch(A, B, out, n, dim3(2));
}
} // namespace app
