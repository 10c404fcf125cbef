// The launch knows the size at run time only: there it chooses between the kernel and its twin.
#include <type_traits>

namespace app
{
// kpipe 0.1.0: pipelined as kp_pipelined::gemv (launches that this file does not show still come here)
template <typename T>
__global__ void __launch_bounds__(128)
    gemv(const T *__restrict__ A, const T *__restrict__ x, T *__restrict__ y, int n)
{
    extern __shared__ float xs[];
    const int t = threadIdx.x;
    const int row = blockIdx.x * 128 + t;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += A[(k + j) * n + row] * xs[j];
        __syncthreads();
    }
    y[row] = sum;
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

template <typename T>
static __global__ void __launch_bounds__(128)
    gemv(const T *__restrict__ A, const T *__restrict__ x, T *__restrict__ y, int n)
{
    extern __shared__ float xs[];
    const int t = threadIdx.x;
    const int row = blockIdx.x * 128 + t;
    float sum = 0.0f;

    static_assert(::std::is_same<T, float>::value, "kpipe: T has changed: run kpipe again");
    static_assert(::std::is_arithmetic<T>::value && !::std::is_volatile<T>::value,
                  "kpipe: made for other types; run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    constexpr unsigned kp_stride = 512; // bytes of one stage, of 2 in all
    auto kp_xs = xs;
    T kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = x[k + t];
    };
    auto kp_compute = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto xs = (decltype(kp_xs))((char *)kp_xs + kp_stage * kp_stride);
        for (int j = 0; j < 128; ++j)
            sum += A[(k + j) * n + row] * xs[j];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto xs = (decltype(kp_xs))((char *)kp_xs + kp_stage * kp_stride);
        xs[t] = kp_r0;
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            int kp_k = k;
            for (k += 128; k < n; k += 128) {
                kp_fetch(k);
                kp_compute(kp_k, kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_k = k;
                kp_stage ^= 1;
            }
            kp_compute(kp_k, kp_stage);
            __syncthreads();
        }
    }
    y[row] = sum;
}
} // namespace kp_pipelined
} // namespace app

void launch_gemv(const float *A, const float *x, float *y, int n, int threads)
{
    if (n > 0)
        {
            const dim3 kp_block = threads;
            const size_t kp_bytes = threads * sizeof(float);
            const size_t kp_staged = kp_bytes > 1024 ? kp_bytes : 1024;
            if (app::kp_pipelined::kp_has_room((const void *)app::kp_pipelined::gemv<float>, kp_staged,
                (const void *)app::gemv<float>, kp_bytes, kp_block, true))
                app::kp_pipelined::gemv<float><<<n / 128, kp_block, kp_staged>>>(A, x, y, n);
            else
                app::gemv<float><<<n / 128, kp_block, kp_bytes>>>(A, x, y, n);
        }
}
