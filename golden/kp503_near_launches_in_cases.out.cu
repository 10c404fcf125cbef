// kpipe: --stages 2
// The cases of a switch launch by a macro, as libraries dispatch sizes.
// kpipe 0.1.0: pipelined as kp_pipelined::weights (launches that this file does not show still come here)
#include <type_traits>

template <typename T>
__global__ void weights(const T *__restrict__ x, T *__restrict__ out, int n)
{
    extern __shared__ char raw[];
    T *tile = reinterpret_cast<T *>(raw);
    T *last = tile + 128;
    const int t = threadIdx.x;
    T sum = 0;

    for (int k = 0; k < n; k += 128) {
        tile[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < 128; j++)
            sum += tile[j] * tile[(j + t) % 128];
        __syncthreads();
    }
    last[t] = sum;
    __syncthreads();
    out[t] = last[127 - t];
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
static __global__ __launch_bounds__(128) void weights(const T *__restrict__ x, T *__restrict__ out, int n)
{
    extern __shared__ char raw[];
    T *tile = reinterpret_cast<T *>(raw);
    T *last = tile + 128;
    const int t = threadIdx.x;
    T sum = 0;

    static_assert(((::std::is_same<T, double>::value) || (::std::is_same<T, float>::value)),
                  "kpipe: T has changed: run kpipe again");
    static_assert(::std::is_arithmetic<T>::value && !::std::is_volatile<T>::value,
                  "kpipe: made for other types; run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    unsigned kp_stride; // bytes of one stage
    asm("mov.u32 %0, %%dynamic_smem_size;" : "=r"(kp_stride));
    kp_stride = kp_stride / 2 / 128 * 128;
    auto kp_tile = tile;
    T kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = x[k + t];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto tile = (decltype(kp_tile))((char *)kp_tile + kp_stage * kp_stride);
        for (int j = 0; j < 128; j++)
            sum += tile[j] * tile[(j + t) % 128];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto tile = (decltype(kp_tile))((char *)kp_tile + kp_stage * kp_stride);
        tile[t] = kp_r0;
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
            __syncthreads();
        }
    }
    last[t] = sum;
    __syncthreads();
    out[t] = last[127 - t];
}
} // namespace kp_pipelined

#define LAUNCH_WEIGHTS(type)                                                                       \
    weights<type><<<1, 128, bytes, stream>>>(                                                      \
        reinterpret_cast<const type *>(x),                                                         \
        reinterpret_cast<type *>(out), n);

void launch(const void *x, void *out, int n, int bits, cudaStream_t stream)
{
    const size_t bytes = 256 * (bits == 64 ? sizeof(double) : sizeof(float));

    switch (bits) {
    case 64:
        {
            const dim3 kp_block = 128;
            const size_t kp_bytes = bytes;
            const size_t kp_staged = 2 * ((kp_bytes + 127) / 128 * 128);
            if (kp_pipelined::kp_has_room((const void *)kp_pipelined::weights<double>, kp_staged,
                (const void *)weights<double>, kp_bytes, kp_block, false))
                kp_pipelined::weights<double> <<< 1, kp_block, kp_staged, stream>>>(
        reinterpret_cast<const double * >(x),
        reinterpret_cast<double * >(out), n);
            else
                weights<double> <<< 1, kp_block, kp_bytes, stream>>>(
        reinterpret_cast<const double * >(x),
        reinterpret_cast<double * >(out), n);
        }
        break;
    case 32:
        {
            const dim3 kp_block = 128;
            const size_t kp_bytes = bytes;
            const size_t kp_staged = 2 * ((kp_bytes + 127) / 128 * 128);
            if (kp_pipelined::kp_has_room((const void *)kp_pipelined::weights<float>, kp_staged,
                (const void *)weights<float>, kp_bytes, kp_block, false))
                kp_pipelined::weights<float> <<< 1, kp_block, kp_staged, stream>>>(
        reinterpret_cast<const float * >(x),
        reinterpret_cast<float * >(out), n);
            else
                weights<float> <<< 1, kp_block, kp_bytes, stream>>>(
        reinterpret_cast<const float * >(x),
        reinterpret_cast<float * >(out), n);
        };
        break;
    default:
        {
            const dim3 kp_block = 128;
            const size_t kp_bytes = bytes;
            const size_t kp_staged = 2 * ((kp_bytes + 127) / 128 * 128);
            if (kp_pipelined::kp_has_room((const void *)kp_pipelined::weights<float>, kp_staged,
                (const void *)weights<float>, kp_bytes, kp_block, false))
                kp_pipelined::weights<float> <<< 1, kp_block, kp_staged, stream>>>(
        reinterpret_cast<const float * >(x),
        reinterpret_cast<float * >(out), n);
            else
                weights<float> <<< 1, kp_block, kp_bytes, stream>>>(
        reinterpret_cast<const float * >(x),
        reinterpret_cast<float * >(out), n);
        }
    }
}
